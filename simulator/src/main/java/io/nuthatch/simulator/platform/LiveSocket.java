package io.nuthatch.simulator.platform;

import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.websocket.WsCloseCodes;
import io.helidon.websocket.WsListener;
import io.helidon.websocket.WsSession;
import io.helidon.websocket.WsUpgradeException;
import io.nuthatch.simulator.faults.Fault;
import io.nuthatch.simulator.faults.Mischief;
import io.nuthatch.simulator.people.WorldEvent;
import io.nuthatch.simulator.people.WorldEvents;
import io.nuthatch.simulator.platform.Connections.Connection;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Tells a client over a WebSocket what happens in the world, one message for one event, for as long as both sides like.
 * Faults that fit strike here as elsewhere: the call is refused, late, cut after so many bytes, or silent.
 */
public final class LiveSocket implements WsListener {

  /** What a platform's socket says to one client. */
  public interface Voice {

    /** Events before this are not told. */
    Instant since(Instant now);

    Optional<String> event(WorldEvent event);

    /** The client has sent a message. */
    default void heard(String message) {
    }
  }

  /**
   * With what a client asked for the socket.
   *
   * @param base scheme, host and port of the server, without the difference that sockets make
   * @param links where links lead for it
   */
  public record Request(Parameters parameters, String base, Links links, Optional<String> authorization) {
  }

  /** The request cannot be served. */
  public static final class Unwanted extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public Unwanted(String message) {
      super(message, null, false, false);
    }
  }

  private static final int POLL_MILLIS = 10;
  private static final int SWITCHED = 101;

  private final Stage stage;
  private final String path;
  private final Function<Request, Voice> voices;
  private @Nullable Voice voice;
  private Mischief mischief = Mischief.NONE;
  private @Nullable Connection connection;

  /** @param voices made from the request; raises {@link Unwanted} for those that make no sense */
  public LiveSocket(Stage stage, String path, Function<Request, Voice> voices) {
    this.stage = stage;
    this.path = path;
    this.voices = voices;
  }

  @Override
  public Optional<Headers> onHttpUpgrade(HttpPrologue prologue, Headers headers) throws WsUpgradeException {
    Instant now = stage.world().clock().instant();
    mischief = stage.faults().strike(path, now);
    Parameters parameters = Parameters.parse(prologue.query().rawValue());
    int refused = mischief.find(Fault.Failure.class).map(Fault.Failure::status).orElse(0);
    try {
      voice = voices.apply(request(parameters, headers));
    } catch (Unwanted e) {
      stage.journal().add(new Journal.Entry(now, "GET", path, parameters.encoded(), "", 400));
      throw new WsUpgradeException(String.valueOf(e.getMessage()), e);
    }
    stage.journal()
        .add(new Journal.Entry(now, "GET", path, parameters.encoded(), "", refused == 0 ? SWITCHED : refused));
    if (refused != 0) {
      throw new WsUpgradeException("refused by a fault");
    }
    return Optional.empty();
  }

  private Request request(Parameters parameters, Headers headers) {
    String base = "http://" + headers.value(HeaderNames.HOST).orElse("127.0.0.1");
    return new Request(parameters, base, stage.settings().linksToWeb() ? Links.toWeb(base) : Links.AS_WRITTEN,
        headers.value(HeaderNames.AUTHORIZATION));
  }

  @Override
  public void onOpen(WsSession session) {
    Connection opened = stage.connections().another(path, Caller.NOBODY);
    connection = opened;
    Thread reader = Thread.currentThread();
    Thread.ofVirtual().name("socket " + path).start(() -> tell(session, opened, reader));
  }

  @Override
  public void onMessage(WsSession session, String text, boolean last) {
    Voice listening = voice;
    if (listening != null) {
      listening.heard(text);
    }
  }

  @Override
  public void onClose(WsSession session, int status, String reason) {
    gone();
  }

  @Override
  public void onError(WsSession session, Throwable t) {
    gone();
  }

  private void gone() {
    Connection open = connection;
    if (open != null) {
      open.end(Connections.Ending.STALLED);
    }
  }

  private void tell(WsSession session, Connection open, Thread reader) {
    Voice speaking = voice;
    if (speaking == null) {
      return;
    }
    WorldEvents events = stage.world().eventsSince(speaking.since(stage.world().clock().instant()));
    long cutAfter = mischief.find(Fault.Drop.class).map(drop -> (long) drop.afterBytes()).orElse(Long.MAX_VALUE);
    boolean silent = mischief.has(Fault.Silence.class);
    long[] sent = new long[1];
    try {
      TimeUnit.NANOSECONDS.sleep(mischief.find(Fault.Latency.class).map(late -> late.delay().toNanos()).orElse(0L));
      while (open.ending().isEmpty()) {
        events.poll(event -> {
          boolean there = stage.world().now().account(event.post().authorId()).isPresent();
          if (there && !silent && open.ending().isEmpty()) {
            speaking.event(event).ifPresent(message -> {
              sent[0] += message.getBytes(StandardCharsets.UTF_8).length;
              if (sent[0] > cutAfter) {
                open.end(Connections.Ending.STALLED);
              } else {
                session.send(message, true);
              }
            });
          }
        });
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      }
      if (open.ending().equals(Optional.of(Connections.Ending.SHUTDOWN))) {
        session.close(WsCloseCodes.GOING_AWAY, "going away");
      } else {
        // Who is interrupted while reading a socket closes it, without a word to the other side.
        reader.interrupt();
      }
    } catch (UncheckedIOException | IllegalStateException e) {
      // The client has gone; there is nobody to tell.
      open.end(Connections.Ending.STALLED);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      stage.connections().closed(open);
    }
  }
}
