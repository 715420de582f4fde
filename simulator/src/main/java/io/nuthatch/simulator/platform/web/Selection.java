package io.nuthatch.simulator.platform.web;

import io.nuthatch.simulator.platform.Incoming;
import io.nuthatch.simulator.platform.Parameters;
import io.nuthatch.simulator.platform.Reply;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** As much of a content as the client wants: nothing if it has it already, one range of it, or all. */
final class Selection {

  private static final DateTimeFormatter DATE = DateTimeFormatter
      .ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
      .withZone(ZoneOffset.UTC);

  private final Incoming incoming;
  private final Content content;

  Selection(Incoming incoming, Content content) {
    this.incoming = incoming;
    this.content = content;
  }

  Reply.Document reply() {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("ETag", content.etag());
    headers.put("Last-Modified", DATE.format(content.modified()));
    headers.put("Accept-Ranges", "bytes");
    if (isKnown()) {
      return new Reply.Document(304, headers, content.type(), new byte[0]);
    }
    return range().map(range -> part(range, headers)).orElseGet(() -> content.reply().with(headers));
  }

  private boolean isKnown() {
    Optional<String> tags = incoming.header("if-none-match");
    return tags.isPresent()
        ? tags.get().equals("*") || tags.get().contains(content.etag())
        : incoming.header("if-modified-since").flatMap(Selection::date).filter(since -> !newerThan(since)).isPresent();
  }

  private boolean newerThan(Instant since) {
    return content.modified().truncatedTo(ChronoUnit.SECONDS).isAfter(since);
  }

  private Optional<String> range() {
    boolean same = incoming.header("if-range")
        .map(known -> known.equals(content.etag()) || date(known).filter(since -> !newerThan(since)).isPresent())
        .orElse(true);
    return incoming.header("range").filter(range -> same && range.matches("bytes=(\\d{1,18}-\\d{0,18}|-\\d{1,18})"));
  }

  private Reply.Document part(String range, Map<String, String> headers) {
    int length = content.body().length;
    String[] ends = range.substring("bytes=".length()).split("-", -1);
    Optional<Long> first = Parameters.asNumber(ends[0]);
    Optional<Long> last = Parameters.asNumber(ends[1]);
    long start = first.orElseGet(() -> Math.max(0, length - last.orElse(0L)));
    long end = first.isEmpty() ? length : Math.min(length, last.map(value -> value + 1).orElse((long) length));
    if (start >= end) {
      headers.put("Content-Range", "bytes */" + length);
      return new Reply.Document(416, headers, "text/plain; charset=utf-8", new byte[0]);
    }
    headers.put("Content-Range", "bytes " + start + "-" + (end - 1) + "/" + length);
    return new Reply.Document(206, headers, content.type(), Arrays.copyOfRange(content.body(), (int) start, (int) end));
  }

  private static Optional<Instant> date(String text) {
    try {
      return Optional.of(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text)));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
