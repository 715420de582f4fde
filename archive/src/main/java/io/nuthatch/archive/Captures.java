package io.nuthatch.archive;

import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Captures as they are found in records. */
final class Captures {

  private Captures() {
  }

  /** Its line in the URL index; null if it has none. Reads the head of its HTTP message. */
  static @Nullable String line(WarcRecord record, Path warc) {
    Capture capture = of(record, warc);
    return capture == null ? null : Cdxj.line(capture, mediaType(record));
  }

  /** The same without its key. */
  static @Nullable String draftLine(WarcRecord record, Path warc) {
    Capture capture = of(record, warc);
    return capture == null ? null : Cdxj.draftLine(capture, mediaType(record));
  }

  private static String mediaType(WarcRecord record) {
    HttpHead http = record.http();
    return http == null ? record.contentType() : http.mediaType();
  }

  /** Null unless it is a response, a revisit or a resource with a URL and a date. */
  static @Nullable Capture of(WarcRecord record, Path warc) {
    String type = record.type();
    String target = record.target();
    Instant date = record.date();
    boolean revisit = type.equals("revisit");
    if (target == null || date == null || (!revisit && !type.equals("response") && !type.equals("resource"))) {
      return null;
    }
    HttpHead http = record.http();
    return new Capture(target, date, record.header().first("WARC-Payload-Digest", ""),
        http == null ? 0 : http.status(), revisit, warc, record.place());
  }
}
