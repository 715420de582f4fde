package io.nuthatch.archive;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The head of an HTTP message: its first line and its fields. */
public final class HttpHead {

  private static final String ORIGINAL = "X-Archive-Orig-";
  private static final Set<String> FRAMING = names("Transfer-Encoding", "Content-Length", "Trailer");
  private static final Set<String> CODING = names("Content-Encoding");

  private final byte[] bytes;
  private final String firstLine;
  private final Fields fields;

  private HttpHead(byte[] bytes, String firstLine, Fields fields) {
    this.bytes = bytes;
    this.firstLine = firstLine;
    this.fields = fields;
  }

  static HttpHead parse(byte[] from, int start, int end) {
    int line = start;
    while (line < end && from[line] != '\n') {
      line++;
    }
    int stop = line > start && from[line - 1] == '\r' ? line - 1 : line;
    String first = new String(from, start, stop - start, StandardCharsets.ISO_8859_1);
    byte[] bytes = Arrays.copyOfRange(from, start, end);
    return new HttpHead(bytes, first, Fields.view(bytes, Math.min(line + 1, end) - start, bytes.length));
  }

  /** Where a head that starts here ends, behind its empty line; -1 if it does not end before {@code end}. */
  static int end(byte[] bytes, int start, int end) {
    for (int i = start; i < end; i++) {
      if (bytes[i] == '\n') {
        if (i + 1 < end && bytes[i + 1] == '\n') {
          return i + 2;
        }
        if (i + 2 < end && bytes[i + 1] == '\r' && bytes[i + 2] == '\n') {
          return i + 3;
        }
      }
    }
    return -1;
  }

  public String firstLine() {
    return firstLine;
  }

  public Fields fields() {
    return fields;
  }

  /** Of a response; 0 if the first line is not that of one. */
  public int status() {
    int space = firstLine.indexOf(' ');
    if (!firstLine.startsWith("HTTP/") || space < 0 || firstLine.length() < space + 4) {
      return 0;
    }
    int status = 0;
    for (int i = space + 1; i < space + 4; i++) {
      int digit = firstLine.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return 0;
      }
      status = 10 * status + digit;
    }
    return status;
  }

  /** The media type without parameters, in lower case; empty if there is none. */
  public String mediaType() {
    String type = fields.first("Content-Type", "");
    int semicolon = type.indexOf(';');
    return (semicolon < 0 ? type : type.substring(0, semicolon)).trim().toLowerCase(Locale.ROOT);
  }

  boolean chunked() {
    String coding = fields.first("Transfer-Encoding");
    return coding != null && coding.toLowerCase(Locale.ROOT).contains("chunked");
  }

  /** In lower case; null if the content is not encoded. */
  @Nullable
  String contentCoding() {
    String coding = fields.first("Content-Encoding");
    if (coding == null || coding.isBlank() || coding.equalsIgnoreCase("identity")) {
      return null;
    }
    return coding.trim().toLowerCase(Locale.ROOT);
  }

  byte[] bytes() {
    return bytes;
  }

  /** The same head, with the fields that tell where the body ends kept under other names. */
  byte[] withoutFraming() {
    return renamed(FRAMING);
  }

  byte[] withoutFramingAndCoding() {
    return parse(withoutFraming(), 0, withoutFraming().length).renamed(CODING);
  }

  private byte[] renamed(Set<String> names) {
    StringBuilder head = new StringBuilder(bytes.length + 64);
    for (String line : new String(bytes, StandardCharsets.ISO_8859_1).split("(?<=\n)", -1)) {
      int colon = line.indexOf(':');
      if (colon > 0 && names.contains(line.substring(0, colon).trim())) {
        head.append(ORIGINAL);
      }
      head.append(line);
    }
    return head.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private static Set<String> names(String... names) {
    Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    set.addAll(Arrays.asList(names));
    return set;
  }
}
