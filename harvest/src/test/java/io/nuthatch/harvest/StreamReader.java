package io.nuthatch.harvest;

import io.nuthatch.harvest.StreamFlow.Line;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Reads the lines of an open stream on a thread of its own and hands them out with what they mean. */
public final class StreamReader implements AutoCloseable {

  /** A line and its meaning. */
  public record Heard(String line, Line meaning) {
  }

  private final InputStream in;
  private final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>();

  public StreamReader(InputStream in, StreamFlow flow) {
    this.in = in;
    Thread.ofVirtual().start(() -> {
      try (var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          heard.add(new Heard(line, flow.read(line)));
        }
      } catch (IOException e) {
        // The stream was closed under the reader, which is how a test ends it.
      }
    });
  }

  /** The next line that is of a kind; others before it are passed over. */
  public Heard next(Class<? extends Line> kind) {
    try {
      while (true) {
        Heard next = heard.poll(20, TimeUnit.SECONDS);
        if (next == null) {
          throw new AssertionError("nothing of kind " + kind.getSimpleName() + " came in 20 s");
        }
        if (kind.isInstance(next.meaning())) {
          return next;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
