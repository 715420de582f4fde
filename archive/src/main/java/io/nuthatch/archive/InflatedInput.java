package io.nuthatch.archive;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Content without its gzip or deflate coding. One that breaks off ends there; one that was never encoded is passed on as
 * it is; both are told.
 */
final class InflatedInput extends InputStream {

  private static final int FIXED_HEADER = 10;

  private final InputStream in;
  private final boolean gzip;
  private final Consumer<String> problems;
  private final byte[] one = new byte[1];
  private final byte[] input = new byte[1 << 13];
  private int at;
  private int end;
  private Inflater inflater = new Inflater(true);
  private State state = State.START;

  private enum State {
    START,
    INFLATING,
    AS_IT_IS,
    ENDED
  }

  InflatedInput(InputStream in, boolean gzip, Consumer<String> problems) {
    this.in = in;
    this.gzip = gzip;
    this.problems = problems;
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
    if (state == State.START) {
      state = begin();
    }
    return switch (state) {
      case INFLATING -> inflate(into, offset, count);
      case AS_IT_IS -> passOn(into, offset, count);
      default -> -1;
    };
  }

  private State begin() throws IOException {
    fill();
    if (end == 0) {
      return State.ENDED;
    }
    if (gzip) {
      if (!magic()) {
        problems.accept("the content is said to be gzip and is not");
        return State.AS_IT_IS;
      }
      return header() ? State.INFLATING : ended("the content breaks off within the header of gzip");
    }
    boolean zlib = end > 1 && (input[0] & 0x0f) == 8 && ((input[0] & 0xff) << 8 | (input[1] & 0xff)) % 31 == 0;
    if (zlib) {
      inflater.end();
      inflater = new Inflater();
    }
    return State.INFLATING;
  }

  private int inflate(byte[] into, int offset, int count) throws IOException {
    try {
      while (true) {
        int made = inflater.inflate(into, offset, count);
        if (made > 0) {
          return made;
        }
        if (inflater.finished()) {
          at = end - inflater.getRemaining();
          if (!gzip || !nextMember()) {
            state = State.ENDED;
            return -1;
          }
        } else if (inflater.needsInput()) {
          at = end;
          if (!fill()) {
            state = ended("the compressed content breaks off");
            return -1;
          }
          inflater.setInput(input, at, end - at);
        } else {
          state = ended("the compressed content needs a dictionary");
          return -1;
        }
      }
    } catch (DataFormatException e) {
      state = ended("the compressed content is damaged: " + e.getMessage());
      return -1;
    }
  }

  private boolean nextMember() throws IOException {
    if (!skip(8)) {
      problems.accept("the compressed content breaks off before its checksum");
      return false;
    }
    if (!need(FIXED_HEADER) || !magic()) {
      return false;
    }
    inflater.reset();
    return header();
  }

  private int passOn(byte[] into, int offset, int count) throws IOException {
    if (at == end && !fill()) {
      return -1;
    }
    int got = Math.min(count, end - at);
    System.arraycopy(input, at, into, offset, got);
    at += got;
    return got;
  }

  private boolean magic() throws IOException {
    return need(3) && input[at] == 0x1f && (input[at + 1] & 0xff) == 0x8b && input[at + 2] == 8;
  }

  private boolean header() throws IOException {
    if (!need(FIXED_HEADER)) {
      return false;
    }
    int flags = input[at + 3];
    at += FIXED_HEADER;
    if ((flags & 4) != 0) {
      if (!need(2)) {
        return false;
      }
      int extra = (input[at] & 0xff) | (input[at + 1] & 0xff) << 8;
      if (!skip(2 + extra)) {
        return false;
      }
    }
    for (int texts = Integer.bitCount(flags & 24); texts > 0; texts--) {
      do {
        if (!need(1)) {
          return false;
        }
      } while (input[at++] != 0);
    }
    if ((flags & 2) != 0 && !skip(2)) {
      return false;
    }
    inflater.setInput(input, at, end - at);
    return true;
  }

  private boolean skip(int count) throws IOException {
    for (int left = count; left > 0;) {
      if (at == end && !fill()) {
        return false;
      }
      int step = Math.min(left, end - at);
      at += step;
      left -= step;
    }
    return true;
  }

  /** So many bytes in a row. */
  private boolean need(int count) throws IOException {
    while (end - at < count) {
      if (!fill()) {
        return false;
      }
    }
    return true;
  }

  /** More bytes behind those that are left. */
  private boolean fill() throws IOException {
    System.arraycopy(input, at, input, 0, end - at);
    end -= at;
    at = 0;
    int got = in.read(input, end, input.length - end);
    end += Math.max(got, 0);
    return got > 0;
  }

  private State ended(String why) {
    problems.accept(why);
    return State.ENDED;
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    in.close();
  }
}
