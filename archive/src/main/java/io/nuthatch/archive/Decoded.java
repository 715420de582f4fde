package io.nuthatch.archive;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.function.Consumer;

/**
 * The content of an HTTP message without transfer coding and content coding, whatever state it is in: where the body
 * breaks off the content ends, and what only claims to be encoded is passed on as it is. Each problem is told once.
 */
final class Decoded {

  private static final int LOOK = 512;

  private Decoded() {
  }

  static InputStream content(HttpHead head, InputStream body, Consumer<String> problems) throws IOException {
    InputStream content = head.chunked() ? unchunked(body, problems) : body;
    String coding = head.contentCoding();
    if (coding == null) {
      return content;
    }
    for (String one : coding.split(",", -1)) {
      content = switch (one.trim()) {
        case "gzip", "x-gzip" -> new InflatedInput(content, true, problems);
        case "deflate" -> new InflatedInput(content, false, problems);
        case "identity", "" -> content;
        default -> {
          problems
              .accept("the content coding " + one.trim() + " is not known here; the content is left as it was sent");
          yield content;
        }
      };
    }
    return content;
  }

  /** Unless it is not in chunks at all. */
  private static InputStream unchunked(InputStream body, Consumer<String> problems) throws IOException {
    PushbackInputStream in = new PushbackInputStream(body, LOOK);
    byte[] look = new byte[LOOK];
    int length = in.readNBytes(look, 0, LOOK);
    in.unread(look, 0, length);
    if (length > 0 && !sizeFirst(look, length)) {
      problems.accept("the body is said to be in chunks and is not");
      return in;
    }
    return new ReportingInput(new ChunkedInput(in), problems);
  }

  private static boolean sizeFirst(byte[] bytes, int length) {
    int at = 0;
    while (at < length && Character.digit(bytes[at], 16) >= 0) {
      at++;
    }
    return at > 0 && at < 16 && (at == length || bytes[at] == '\r' || bytes[at] == '\n' || bytes[at] == ';'
        || bytes[at] == ' ');
  }

  /** Tells the problem of a chunked body when it ends. */
  private static final class ReportingInput extends FilterInputStream {
    private final ChunkedInput chunks;
    private final Consumer<String> problems;
    private boolean told;

    ReportingInput(ChunkedInput chunks, Consumer<String> problems) {
      super(chunks);
      this.chunks = chunks;
      this.problems = problems;
    }

    @Override
    public int read() throws IOException {
      return told(chunks.read());
    }

    @Override
    public int read(byte[] into, int offset, int count) throws IOException {
      return told(chunks.read(into, offset, count));
    }

    private int told(int result) {
      String problem = chunks.problem();
      if (result < 0 && problem != null && !told) {
        told = true;
        problems.accept(problem);
      }
      return result;
    }
  }
}
