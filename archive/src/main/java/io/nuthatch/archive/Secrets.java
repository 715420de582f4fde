package io.nuthatch.archive;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** Finds secrets in bytes in every way they are commonly written, and puts the marker in their place. */
final class Secrets {

  private static final byte[] MARKER = Redaction.MARKER.getBytes(StandardCharsets.US_ASCII);
  private static final int BUFFER = 1 << 16;

  /** The longest first, so that a secret within another does not leave the rest of that one. */
  private final List<byte[]> spellings;
  private final boolean[] firstBytes = new boolean[256];
  private final int longest;

  Secrets(Set<String> secrets) {
    spellings = secrets.stream().flatMap(Secrets::spellings).distinct().map(s -> s.getBytes(StandardCharsets.UTF_8))
        .sorted(Comparator.comparingInt((byte[] s) -> s.length).reversed()).toList();
    spellings.forEach(spelling -> firstBytes[spelling[0] & 0xff] = true);
    longest = spellings.isEmpty() ? 0 : spellings.getFirst().length;
  }

  /** As it is; as URLs write it, with either case of digits and of the space; as JSON may write its slashes and quotes. */
  private static Stream<String> spellings(String secret) {
    String form = URLEncoder.encode(secret, StandardCharsets.UTF_8);
    String url = form.replace("+", "%20");
    String json = secret.replace("\\", "\\\\").replace("\"", "\\\"");
    return Stream.of(secret, form, url, lower(form), lower(url), json, json.replace("/", "\\/"));
  }

  private static String lower(String encoded) {
    StringBuilder text = new StringBuilder(encoded);
    for (int at = text.indexOf("%"); at >= 0; at = text.indexOf("%", at + 1)) {
      text.replace(at + 1, at + 3, text.substring(at + 1, at + 3).toLowerCase(Locale.ROOT));
    }
    return text.toString();
  }

  boolean isEmpty() {
    return spellings.isEmpty();
  }

  boolean in(byte[] bytes) {
    return !spellings.isEmpty() && find(bytes, 0, bytes.length, bytes.length) >= 0;
  }

  String replaced(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return in(bytes) ? new String(replaced(bytes), StandardCharsets.UTF_8) : text;
  }

  byte[] replaced(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length);
    try {
      copy(new ByteArrayInputStream(bytes), out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** Copies with secrets replaced; how many there were. */
  long copy(InputStream from, OutputStream to) throws IOException {
    byte[] buffer = new byte[BUFFER + longest];
    int held = 0;
    long found = 0;
    while (true) {
      int got = from.readNBytes(buffer, held, buffer.length - held);
      boolean last = got < buffer.length - held;
      held += got;
      // What starts in the last bytes may go on in the next ones.
      int until = last ? held : held - longest + 1;
      int at = 0;
      for (int hit = find(buffer, at, until, held); hit >= 0; hit = find(buffer, at, until, held)) {
        to.write(buffer, at, hit - at);
        to.write(MARKER);
        at = hit + lengthAt(buffer, hit, held);
        found++;
      }
      int rest = Math.max(at, until);
      to.write(buffer, at, rest - at);
      System.arraycopy(buffer, rest, buffer, 0, held - rest);
      held -= rest;
      if (last) {
        return found;
      }
    }
  }

  private int find(byte[] bytes, int from, int until, int end) {
    for (int i = from; i < until; i++) {
      if (firstBytes[bytes[i] & 0xff] && lengthAt(bytes, i, end) > 0) {
        return i;
      }
    }
    return -1;
  }

  /** Of the secret that stands here; 0 for none. */
  private int lengthAt(byte[] bytes, int at, int end) {
    for (byte[] spelling : spellings) {
      if (end - at >= spelling.length
          && Arrays.equals(bytes, at, at + spelling.length, spelling, 0, spelling.length)) {
        return spelling.length;
      }
    }
    return 0;
  }
}
