package io.nuthatch.archive;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * A body without its chunked transfer coding. A body that breaks off or breaks the rules ends there, and
 * {@link #problem} says how.
 */
final class ChunkedInput extends InputStream {

  private static final int LONGEST_LINE = 1 << 13;

  private final InputStream in;
  private final byte[] one = new byte[1];
  private long left;
  private boolean started;
  private boolean ended;
  private @Nullable String problem;

  ChunkedInput(InputStream in) {
    this.in = in;
  }

  /** Null while there is none. */
  @Nullable
  String problem() {
    return problem;
  }

  @Override
  public int read() throws IOException {
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int count) throws IOException {
    if (count == 0) {
      return 0;
    }
    if (left == 0 && !ended) {
      nextChunk();
    }
    if (ended) {
      return -1;
    }
    int got = in.read(into, offset, (int) Math.min(count, left));
    if (got < 0) {
      end("the body breaks off within a chunk, " + left + " bytes before its end");
      return -1;
    }
    left -= got;
    return got;
  }

  private void nextChunk() throws IOException {
    if (started && !lineEnd()) {
      return;
    }
    started = true;
    long size = size();
    if (size > 0) {
      left = size;
    } else if (size == 0) {
      trailers();
    }
  }

  private boolean lineEnd() throws IOException {
    int first = in.read();
    int second = first == '\r' ? in.read() : first;
    if (second != '\n') {
      end(second < 0 ? "the body breaks off after a chunk" : "a chunk is longer than announced");
      return false;
    }
    return true;
  }

  /** -1 when the body has ended with a problem. */
  private long size() throws IOException {
    long size = 0;
    int digits = 0;
    boolean extension = false;
    for (int i = 0; i < LONGEST_LINE; i++) {
      int c = in.read();
      if (c == '\n') {
        return digits == 0 ? end("a chunk has no size") : size;
      }
      if (c < 0) {
        return end("the body breaks off before its last chunk");
      }
      int digit = extension ? -1 : Character.digit(c, 16);
      if (digit >= 0 && ++digits <= 15) {
        size = size << 4 | digit;
      } else if (digit >= 0 || digits == 0) {
        return end("a chunk has no size");
      } else {
        extension = true;
      }
    }
    return end("a chunk's first line does not end");
  }

  private void trailers() throws IOException {
    ended = true;
    int length = 0;
    for (int c = in.read(); c >= 0; c = in.read()) {
      if (c == '\n') {
        if (length == 0) {
          if (in.read() >= 0) {
            problem = "bytes follow the last chunk";
          }
          return;
        }
        length = 0;
      } else if (c != '\r') {
        length++;
      }
    }
    problem = "the body breaks off after its last chunk";
  }

  private long end(String why) {
    ended = true;
    problem = why;
    return -1;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
