package io.nuthatch.simulator.platform;

import io.nuthatch.simulator.people.WorldEvent;
import io.nuthatch.simulator.people.WorldEvents;
import io.nuthatch.simulator.platform.Connections.Connection;
import io.nuthatch.simulator.platform.Connections.Ending;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Tells a client what happens in the world from the moment it is made, for as long as the connection lasts. A blank line,
 * or what the platform has in its place, shows that it is alive when nothing happens. What it says, and which events it tells, is up to its {@link Voice}.
 */
public final class LiveStream implements Reply.Script {

  private static final byte[] BLANK_LINE = "\r\n".getBytes(StandardCharsets.US_ASCII);

  /** How a platform words what its streams say; nothing means that it keeps silent about it. */
  public interface Voice {

    Optional<byte[]> event(WorldEvent event);

    /** So many posts in all were left out because there were too many of them. */
    Optional<byte[]> undelivered(long count);

    /** The client is slow; at 100 per cent it will be disconnected. */
    Optional<byte[]> fallingBehind(int percent);

    Optional<byte[]> goodbye(Ending ending);

    /** What is said when there is nothing to say. */
    default byte[] keepAlive() {
      return BLANK_LINE;
    }
  }

  private static final int POLL_MILLIS = 20;
  private static final int WORRYING = 60;
  private static final int ENOUGH_TO_SEND = 32_768;

  private final Stage stage;
  private final Connection connection;
  private final Voice voice;
  private final WorldEvents events;
  private final PlatformSettings.Streams settings;
  private final ByteArrayOutputStream unsent = new ByteArrayOutputStream();
  private long lastSent = System.nanoTime();
  private long second = lastSent;
  private int deliveredInSecond;
  private long undelivered;
  private long toldUndelivered;

  public LiveStream(Stage stage, Connection connection, Voice voice) {
    this.stage = stage;
    this.connection = connection;
    this.voice = voice;
    settings = stage.settings().streams();
    events = stage.world().events();
  }

  @Override
  public void play(StreamOutput out) throws IOException, InterruptedException {
    try {
      out.begin();
      while (out.isOpen() && connection.ending().isEmpty()) {
        events.poll(event -> tell(event, out));
        tellUndelivered(out);
        if (System.nanoTime() - lastSent >= settings.keepAlive().toNanos()) {
          say(voice.keepAlive(), out);
        }
        send(out);
        if (stage.credentials().isRevoked(connection.caller().name())) {
          connection.end(Ending.REVOKED);
        }
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      }
      voice.goodbye(connection.ending().orElse(Ending.SHUTDOWN)).ifPresent(message -> say(message, out));
      send(out);
    } finally {
      stage.connections().closed(connection);
    }
  }

  private void tell(WorldEvent event, StreamOutput out) {
    if (!out.isOpen() || connection.ending().isPresent()
        || stage.world().now().account(event.post().authorId()).isEmpty()) {
      return;
    }
    voice.event(event).ifPresent(message -> {
      if (event instanceof WorldEvent.Posted && isTooMuch()) {
        undelivered++;
      } else {
        say(message, out);
      }
    });
  }

  private boolean isTooMuch() {
    long now = System.nanoTime();
    if (now - second >= TimeUnit.SECONDS.toNanos(1)) {
      second = now;
      deliveredInSecond = 0;
    }
    return ++deliveredInSecond > settings.deliveries();
  }

  private void tellUndelivered(StreamOutput out) {
    if (undelivered > toldUndelivered) {
      toldUndelivered = undelivered;
      voice.undelivered(undelivered).ifPresent(message -> say(message, out));
    }
  }

  /** Messages that come together are sent together. */
  private void say(byte[] message, StreamOutput out) {
    unsent.writeBytes(message);
    if (unsent.size() >= ENOUGH_TO_SEND) {
      send(out);
    }
  }

  private void send(StreamOutput out) {
    if (unsent.size() == 0) {
      return;
    }
    connection.writing();
    try {
      out.send(unsent.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      unsent.reset();
      lastSent = System.nanoTime();
    }
    Duration taken = connection.written();
    int percent = (int) Math.min(100, taken.toMillis() * 100 / Math.max(1, settings.stall().toMillis()));
    if (percent >= WORRYING) {
      voice.fallingBehind(percent).ifPresent(unsent::writeBytes);
    }
  }
}
