package io.nuthatch.archive;

import io.nuthatch.model.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The URLs of one WARC, as web archives index them: the file {@code <warc>.cdxj}, a line for every response, revisit
 * and resource, sorted. A line is the URL in sortable form, the time, and the rest as JSON.
 */
final class Cdxj {

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMddHHmmss", Locale.ROOT)
      .withZone(ZoneOffset.UTC);
  private static final String REVISIT = "warc/revisit";
  private static final String URL = " {\"url\":";

  private Cdxj() {
  }

  static Path of(Path warc) {
    String name = String.valueOf(warc.getFileName());
    return warc.resolveSibling(name.replace(WarcName.OPEN, "") + ".cdxj");
  }

  /** A line of the index. */
  static String line(Capture capture, String mediaType) {
    return key(capture.url()) + draftLine(capture, mediaType);
  }

  /** A line without its key, as it is kept until the lines are sorted. Put together by hand: every record has one. */
  static String draftLine(Capture capture, String mediaType) {
    StringBuilder line = new StringBuilder(400);
    line.append(' ').append(Timestamps.digits14(capture.date())).append(URL);
    quoted(line, capture.url());
    line.append(",\"mime\":");
    quoted(line, capture.revisit() ? REVISIT : mediaType.isEmpty() ? "unk" : mediaType);
    if (capture.status() > 0) {
      line.append(",\"status\":\"").append(capture.status()).append('"');
    }
    if (!capture.digest().isEmpty()) {
      line.append(",\"digest\":");
      quoted(line, capture.digest());
    }
    line.append(",\"length\":\"").append(capture.place().length()).append("\",\"offset\":\"")
        .append(capture.place().offset()).append("\",\"filename\":");
    quoted(line, String.valueOf(capture.file().getFileName()));
    // Not every tool has the date; the time before it has no room for the milliseconds that a revisit must repeat.
    return line.append(",\"date\":\"").append(Timestamps.iso(capture.date())).append("\"}").toString();
  }

  private static void quoted(StringBuilder line, String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == '"' || c == '\\') {
        line.append(Json.write(text));
        return;
      }
    }
    line.append('"').append(text).append('"');
  }

  static String key(String url) {
    return Surt.of(url);
  }

  /** Gives the lines of a draft their keys and sorts them into the index. */
  static void seal(Path draft, Path index) throws IOException {
    List<String> lines = new ArrayList<>();
    if (Files.exists(draft)) {
      try (BufferedReader in = Files.newBufferedReader(draft)) {
        in.lines().forEach(line -> lines.add(key(urlOf(line)) + line));
      }
    }
    write(lines, index);
    Files.deleteIfExists(draft);
  }

  private static String urlOf(String draftLine) {
    int start = draftLine.indexOf(URL) + URL.length();
    int end = draftLine.indexOf("\",\"mime\":", start) + 1;
    String quoted = draftLine.substring(start, end);
    return quoted.indexOf('\\') < 0 ? quoted.substring(1, quoted.length() - 1) : Json.read(quoted, String.class);
  }

  static void write(List<String> lines, Path index) throws IOException {
    Collections.sort(lines);
    StringBuilder text = new StringBuilder();
    lines.forEach(line -> text.append(line).append('\n'));
    Disk.replace(index, ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8)));
    Disk.makeReadOnly(index);
  }

  /** The captures of a URL in one index, oldest first. */
  static List<Capture> find(Path index, Path warc, String url) throws IOException {
    List<Capture> found = new ArrayList<>();
    String wanted = key(url) + " ";
    try (FileChannel channel = FileChannel.open(index)) {
      SortedLines lines = new SortedLines(channel);
      for (String line = lines.firstFrom(wanted); line != null && line.startsWith(wanted); line = lines.next()) {
        Capture capture = parse(line, warc);
        if (capture != null) {
          found.add(capture);
        }
      }
    }
    return found;
  }

  /** Null if it is not a line of such an index. */
  static @Nullable Capture parse(String line, Path warc) {
    int brace = line.indexOf(" {");
    if (brace < 15) {
      return null;
    }
    try {
      JsonNode fields = Json.tree(line.substring(brace + 1));
      String date = fields.path("date").asString("");
      Instant when = date.isEmpty()
          ? LocalDateTime.parse(line.substring(brace - 14, brace), TIME).toInstant(ZoneOffset.UTC)
          : Instant.parse(date);
      return new Capture(fields.path("url").asString(""), when, fields.path("digest").asString(""),
          Integer.parseInt(fields.path("status").asString("0")), REVISIT.equals(fields.path("mime").asString("")), warc,
          new Place(Long.parseLong(fields.path("offset").asString("")),
              Long.parseLong(fields.path("length").asString(""))));
    } catch (RuntimeException e) {
      return null;
    }
  }
}
