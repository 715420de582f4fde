package io.nuthatch.simulator;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The messages of a WebSocket as they come. */
public final class SocketLines implements AutoCloseable, WebSocket.Listener {

  /** What stands at the end, when the other side has said that it is the end and when it has not. */
  public static final String END = "<end>";
  public static final String CUT = "<cut>";

  private static final int CLOSED_ABNORMALLY = 1006;
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
  private final StringBuilder partial = new StringBuilder();
  private @Nullable WebSocket socket;

  /** Connects, or raises {@link java.util.concurrent.CompletionException}. */
  public static SocketLines open(SimulatedPlatforms platforms, String pathAndQuery) {
    SocketLines lines = new SocketLines();
    lines.socket = HTTP.newWebSocketBuilder()
        .connectTimeout(Duration.ofSeconds(5))
        .buildAsync(URI.create(platforms.url().replace("http:", "ws:") + pathAndQuery), lines)
        .join();
    return lines;
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    partial.append(data);
    if (last) {
      messages.add(partial.toString());
      partial.setLength(0);
    }
    from.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
    messages.add(status == CLOSED_ABNORMALLY ? CUT : END);
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    messages.add(CUT);
  }

  public String next() throws InterruptedException {
    String message = messages.poll(20, TimeUnit.SECONDS);
    if (message == null) {
      throw new AssertionError("nothing came within 20 seconds");
    }
    return message;
  }

  /** The next message, or nothing if none comes in time. */
  public String poll(Duration within) throws InterruptedException {
    String message = messages.poll(within.toNanos(), TimeUnit.NANOSECONDS);
    return message == null ? "" : message;
  }

  public void send(String message) {
    if (socket != null) {
      socket.sendText(message, true).join();
    }
  }

  @Override
  public void close() {
    if (socket != null) {
      socket.abort();
    }
  }
}
