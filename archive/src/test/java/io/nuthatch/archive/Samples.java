package io.nuthatch.archive;

import io.nuthatch.archive.gzip.Compression;
import io.nuthatch.simulator.ManualClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** Things tests of the archive need again and again. */
final class Samples {

  static final Instant START = Instant.parse("2026-03-04T05:06:07.089Z");
  static final Provenance PROVENANCE = Provenance.of("harvest:1/a", "twitter_search_2", "set1", "coll1");

  private Samples() {
  }

  static Archive archive(Path root) {
    return Archive.open(root, ArchiveSettings.defaults(), ManualClock.at(START));
  }

  static Archive archive(Path root, Compression.By by) {
    return Archive.open(root,
        ArchiveSettings.defaults().withCompression(new Compression(by, ArchiveSettings.DEFAULT_LEVEL)),
        ManualClock.at(START));
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static HttpMessage request(String url) {
    return HttpMessage.of(bytes("GET " + url + " HTTP/1.1\r\nHost: api.example\r\nAccept: */*\r\n\r\n"), new byte[0]);
  }

  static HttpMessage response(byte[] body, String... fields) {
    StringBuilder head = new StringBuilder("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n");
    for (String field : fields) {
      head.append(field).append("\r\n");
    }
    return HttpMessage.of(bytes(head + "\r\n"), body);
  }

  /** With a true length. */
  static Exchange exchange(String url, String body) {
    byte[] content = bytes(body);
    return Exchange.of(url, START, request(url), response(content, "Content-Length: " + content.length));
  }

  static byte[] gzip(byte[] content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static byte[] chunked(byte[] content, int chunk) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int at = 0; at < content.length; at += chunk) {
      int length = Math.min(chunk, content.length - at);
      out.writeBytes(bytes(Integer.toHexString(length) + "\r\n"));
      out.write(content, at, length);
      out.writeBytes(bytes("\r\n"));
    }
    out.writeBytes(bytes("0\r\n\r\n"));
    return out.toByteArray();
  }

  /** What a reader sees, one text for each record: its type, its target and its content. */
  static List<String> records(Path warc) {
    try (WarcReader reader = WarcReader.open(warc, WarcReader.Mode.STRICT)) {
      return records(reader);
    }
  }

  static List<String> records(WarcReader reader) {
    List<String> texts = new ArrayList<>();
    for (WarcRecord record = reader.next(); record != null; record = reader.next()) {
      texts.add(record.type() + " " + record.target() + " " + text(record));
    }
    return texts;
  }

  static String text(WarcRecord record) {
    try {
      return new String(record.payload().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
