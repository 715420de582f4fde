package io.nuthatch.harvest.engine;

import io.nuthatch.harvest.capture.StreamingCapture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Reads a stream on a thread of its own into a buffer, from which whole lines are taken. When nobody takes them the
 * buffer fills and the reader waits, and with it the platform.
 */
final class StreamLines implements AutoCloseable {

  private static final int CHUNK = 16 << 10;
  private static final int INITIAL = 4 << 10;
  private static final int LONGEST_LINE = 16 << 20;

  /** What has come since the last take: whole lines, and what follows the last of them when the stream has ended. */
  @SuppressWarnings("ArrayRecordComponent") // bytes to be written, never compared
  record Taken(byte[] bytes, Instant first, boolean torn) {
  }

  private final StreamingCapture stream;
  private final InstantSource clock;
  private final int most;
  private final Thread taker = Thread.currentThread();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition room = lock.newCondition();
  private ByteArrayOutputStream buffer = new ByteArrayOutputStream(INITIAL);
  private int wholeLines;
  private boolean hasContent;
  private @Nullable Instant first;
  private boolean ended;
  private @Nullable String trouble;

  private StreamLines(StreamingCapture stream, int most, InstantSource clock) {
    this.stream = stream;
    this.most = most;
    this.clock = clock;
  }

  /** Begins to read; the thread that calls this is woken when there is much to take, and when the stream has ended. */
  static StreamLines start(StreamingCapture stream, int most, InstantSource clock) {
    StreamLines lines = new StreamLines(stream, most, clock);
    Thread.ofVirtual().name("stream-" + stream.uri().getHost()).start(lines::read);
    return lines;
  }

  private void read() {
    String why = null;
    byte[] chunk = new byte[CHUNK];
    try (InputStream body = stream.body()) {
      for (int count = body.read(chunk); count >= 0; count = body.read(chunk)) {
        put(chunk, count);
      }
      why = "the platform closed the stream";
    } catch (IOException e) {
      why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    } catch (InterruptedException e) {
      why = "reading was interrupted";
    } finally {
      end(why == null ? "reading failed" : why);
    }
  }

  private void put(byte[] chunk, int count) throws IOException, InterruptedException {
    lock.lockInterruptibly();
    try {
      while (wholeLines >= most && !ended) {
        room.await();
      }
      for (int i = 0; i < count; i++) {
        if (chunk[i] == '\n') {
          wholeLines = buffer.size() + i + 1;
        } else if (chunk[i] != '\r') {
          hasContent = true;
        }
      }
      buffer.write(chunk, 0, count);
      first = first == null ? clock.instant() : first;
      if (!hasContent) {
        // keep-alives alone are not worth a record
        buffer.reset();
        wholeLines = 0;
        first = null;
      } else if (buffer.size() - wholeLines > LONGEST_LINE) {
        throw new IOException("a line of the stream is longer than " + LONGEST_LINE + " bytes");
      } else if (wholeLines >= most) {
        LockSupport.unpark(taker);
      }
    } finally {
      lock.unlock();
    }
  }

  private void end(String why) {
    lock.lock();
    try {
      ended = true;
      trouble = why;
      LockSupport.unpark(taker);
    } finally {
      lock.unlock();
    }
  }

  /** Lines enough for a record, or some that wait since this time or longer, or the end. Empty lines alone are neither. */
  boolean isDue(Instant since) {
    lock.lock();
    try {
      return ended || wholeLines >= most
          || (hasContent && wholeLines > 0 && first != null && !first.isAfter(since));
    } finally {
      lock.unlock();
    }
  }

  /** Why the stream has ended, or null while it goes on. */
  @Nullable
  String trouble() {
    lock.lock();
    try {
      return trouble;
    } finally {
      lock.unlock();
    }
  }

  /** The whole lines there are; after the end, everything. Null when nothing was said. */
  @Nullable
  Taken take() {
    lock.lock();
    try {
      byte[] all = buffer.toByteArray();
      int until = ended ? all.length : wholeLines;
      Instant at = first;
      if (!hasContent || until == 0 || at == null) {
        return null;
      }
      boolean torn = ended && wholeLines < all.length;
      buffer = new ByteArrayOutputStream(INITIAL);
      buffer.write(all, until, all.length - until);
      hasContent = buffer.size() > 0;
      first = hasContent ? clock.instant() : null;
      wholeLines = 0;
      room.signalAll();
      return new Taken(Arrays.copyOf(all, until), at, torn);
    } finally {
      lock.unlock();
    }
  }

  /** Ends the connection; what has been read can still be taken. */
  @Override
  public void close() {
    end("closed by this side");
    lock.lock();
    try {
      room.signalAll();
    } finally {
      lock.unlock();
    }
    stream.close();
  }
}
