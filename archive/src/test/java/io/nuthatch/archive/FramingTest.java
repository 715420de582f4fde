package io.nuthatch.archive;

import static io.nuthatch.archive.Samples.PROVENANCE;
import static io.nuthatch.archive.Samples.START;
import static io.nuthatch.archive.Samples.bytes;
import static io.nuthatch.archive.Samples.chunked;
import static io.nuthatch.archive.Samples.gzip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Responses that lie about themselves, and those that are compressed or large. */
class FramingTest {

  private static final String URL = "https://x.example/";

  @TempDir
  Path root;

  private OpenWarc warc;

  @BeforeEach
  void create() {
    warc = Samples.archive(root).create(PROVENANCE);
  }

  /** The record of a response, from the sealed file, which jwarc accepts. */
  private WarcRecord stored(Exchange exchange) throws IOException {
    Place place = warc.append(exchange);
    Path path = warc.seal().path();
    JwarcValidation.accepts(path);
    assertThat(Verification.of(path).problems()).isEmpty();
    return WarcReader.open(path, WarcReader.Mode.STRICT).read(place);
  }

  private static Exchange answered(HttpMessage response) {
    return Exchange.of(URL, START, Samples.request(URL), response);
  }

  @Test
  void bodyShorterThanAnnounced_isMarkedAsCutOff() throws IOException {
    WarcRecord record = stored(answered(Samples.response(bytes("only this"), "Content-Length: 100")));
    assertThat(record.header().first("WARC-Truncated")).isEqualTo("disconnect");
    assertThat(Samples.text(record)).isEqualTo("only this");
    HttpHead http = record.http();
    assertThat(http).isNotNull();
    assertThat(http.fields().first("X-Archive-Orig-Content-Length")).isEqualTo("100");
  }

  @Test
  void chunksThatBreakOff_areStoredWithoutCoding() throws IOException {
    byte[] body = Arrays.copyOf(chunked(bytes("0123456789".repeat(10)), 10), 60);
    WarcRecord record = stored(answered(Samples.response(body, "Transfer-Encoding: chunked")));
    assertThat(record.header().first("WARC-Truncated")).isEqualTo("disconnect");
    assertThat(Samples.text(record)).startsWith("0123456789".repeat(4));
  }

  @Test
  void answerToHead_isNotCutOff() throws IOException {
    HttpMessage head = HttpMessage.of(bytes("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n"), new byte[0]);
    WarcRecord record = stored(Exchange.of(URL, START, head, Samples.response(new byte[0], "Content-Length: 100")));
    assertThat(record.header().has("WARC-Truncated")).isFalse();
  }

  @Test
  void callersReason_isKept() throws IOException {
    WarcRecord record = stored(answered(Samples.response(bytes("x"))).withTruncated(Truncation.LENGTH));
    assertThat(record.header().first("WARC-Truncated")).isEqualTo("length");
  }

  @Test
  void compressedBody_isNotCompressedAgain() throws IOException {
    byte[] noise = new byte[300_000];
    new Random(1).nextBytes(noise);
    byte[] body = gzip(noise);
    Place place = warc
        .append(answered(Samples.response(body, "Content-Encoding: gzip", "Content-Length: " + body.length)));
    assertThat(place.length()).isBetween((long) body.length, body.length + 1_000L);
    WarcRecord record = WarcReader.open(warc.seal().path()).read(place);
    assertThat(record.payload().readAllBytes()).isEqualTo(noise);
    JwarcValidation.accepts(warc.path());
  }

  @Test
  void largeSpooledBody_isStoredWithConstantMemory() throws IOException {
    Path spool = root.resolve("video");
    byte[] piece = new byte[1 << 20];
    new Random(2).nextBytes(piece);
    try (var out = Files.newOutputStream(spool)) {
      for (int i = 0; i < 40; i++) {
        out.write(piece);
      }
    }
    byte[] head = bytes("HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\nContent-Length: " + (40 << 20) + "\r\n\r\n");
    WarcRecord record = stored(
        Exchange.responseOnly(URL, START, new HttpMessage(head, Body.spooled(spool, 0, 40 << 20))));
    byte[] read = new byte[piece.length];
    for (int i = 0; i < 40; i++) {
      assertThat(record.payload().readNBytes(read, 0, read.length)).isEqualTo(read.length);
      assertThat(Arrays.equals(read, piece)).isTrue();
    }
  }

  @Test
  void largeCompressibleBody_isCompressedInPieces() throws IOException {
    byte[] content = bytes("{\"some\":\"json\"}\n".repeat(400_000));
    WarcRecord record = stored(answered(Samples.response(content)));
    assertThat(record.place().length()).isLessThan(content.length / 20);
    assertThat(Arrays.equals(record.payload().readAllBytes(), content)).isTrue();
  }

  @Test
  void segmentOfAStream_standsAlone() throws IOException {
    byte[] head = bytes("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
    Exchange first = Exchange.segment(URL, START, head, bytes("{\"id\":1}\r\n")).withRequest(Samples.request(URL));
    warc.append(first);
    WarcRecord record = stored(
        Exchange.segment(URL, START.plusSeconds(5), head, bytes("{\"id\":2}\r\n")).withConcurrentTo(first.id()));
    assertThat(Samples.text(record)).isEqualTo("{\"id\":2}\r\n");
    assertThat(record.header().first("WARC-Concurrent-To")).isEqualTo("<urn:uuid:" + first.id() + ">");
    HttpHead http = record.http();
    assertThat(http).isNotNull();
    assertThat(http.fields().first("X-Archive-Orig-Transfer-Encoding")).isEqualTo("chunked");
  }

  @Test
  void nonsense_isRefused() {
    assertThatThrownBy(() -> warc.append(answered(HttpMessage.of(bytes("hello"), new byte[0]))))
        .isInstanceOf(ArchiveException.class).hasMessageContaining("not an HTTP response");
    assertThatThrownBy(() -> warc.append(Exchange.responseOnly("http://x/\r\nWARC-Type: evil", START,
        Samples.response(new byte[0])))).isInstanceOf(ArchiveException.class).hasMessageContaining("control character");
    assertThat(warc.records()).isEqualTo(1);
  }
}
