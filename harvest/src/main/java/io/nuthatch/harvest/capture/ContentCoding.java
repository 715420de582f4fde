package io.nuthatch.harvest.capture;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/** Undoes the compression an answer's head speaks of. Reading fails where the compressed bytes end before they should. */
final class ContentCoding {

  private static final int BUFFER = 16 << 10;
  private static final Set<String> KNOWN = Set.of("gzip", "x-gzip", "deflate");

  private ContentCoding() {
  }

  /** Reads nothing before it is read from. */
  static InputStream decode(Map<String, List<String>> headers, InputStream coded) {
    InputStream decoded = coded;
    for (String coding : codings(headers).reversed()) {
      decoded = new Decoding(decoded, coding);
    }
    return decoded;
  }

  static boolean isKnown(Map<String, List<String>> headers) {
    return KNOWN.containsAll(codings(headers));
  }

  /** In the order in which they were applied. */
  private static List<String> codings(Map<String, List<String>> headers) {
    return headers.getOrDefault("content-encoding", List.of()).stream().flatMap(line -> Stream.of(line.split(",")))
        .map(coding -> coding.strip().toLowerCase(Locale.ROOT))
        .filter(coding -> !coding.isEmpty() && !coding.equals("identity")).toList();
  }

  /** One coding; what it needs to see of the bytes it sees at the first read. */
  private static final class Decoding extends FilterInputStream {

    private final String coding;
    private boolean begun;

    Decoding(InputStream coded, String coding) {
      super(coded);
      this.coding = coding;
    }

    @Override
    public int read() throws IOException {
      begin();
      return in.read();
    }

    @Override
    public int read(byte[] into, int from, int count) throws IOException {
      begin();
      return in.read(into, from, count);
    }

    /** Inflaters say there is more until the end is there; readers that believe it wait for a stream's next line. */
    @Override
    public int available() {
      return 0;
    }

    private void begin() throws IOException {
      if (begun) {
        return;
      }
      BufferedInputStream coded = new BufferedInputStream(in, BUFFER);
      coded.mark(2);
      int first = coded.read();
      int second = first < 0 ? -1 : coded.read();
      coded.reset();
      in = first < 0 ? InputStream.nullInputStream() : switch (coding) {
        case "gzip", "x-gzip" -> new GZIPInputStream(coded, BUFFER);
        case "deflate" -> isZlib(first, second)
            ? new InflaterInputStream(coded)
            : new InflaterInputStream(coded, new Inflater(true));
        default -> throw new ZipException("content coding '" + coding + "' is not known here");
      };
      begun = true;
    }

    /** Some send the compressed bytes without the wrapper that the standard wants around them. */
    private static boolean isZlib(int first, int second) {
      return (first & 0x0f) == 8 && (first << 8 | second) % 31 == 0;
    }
  }
}
