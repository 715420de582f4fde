package io.nuthatch.archive;

import static io.nuthatch.archive.Samples.bytes;
import static io.nuthatch.archive.Samples.chunked;
import static io.nuthatch.archive.Samples.gzip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.archive.gzip.Compression;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What real archives contain, put together by hand. */
class WarcReaderTest {

  @TempDir
  Path directory;

  private static byte[] record(String type, String contentType, byte[] block) {
    return record("WARC/1.0\r\nWARC-Type: " + type + "\r\nWARC-Record-ID: <urn:uuid:0>\r\n"
        + "WARC-Date: 2015-11-26T16:17:14Z\r\nWARC-Target-URI: <http://x.example/>\r\nContent-Type: " + contentType
        + "\r\nContent-Length: " + block.length + "\r\n\r\n", block);
  }

  private static byte[] record(String header, byte[] block) {
    return join(bytes(header), block, bytes("\r\n\r\n"));
  }

  private static byte[] response(String fields, byte[] body) {
    return record("response", "application/http;msgtype=response",
        join(bytes("HTTP/1.1 200 OK\r\n" + fields + "\r\n"), body));
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  private Path file(byte[]... parts) throws IOException {
    return Files.write(Files.createTempFile(directory, "a", ".warc.gz"), join(parts));
  }

  private static List<String> payloads(WarcReader reader) {
    List<String> texts = new ArrayList<>();
    for (WarcRecord record = reader.next(); record != null; record = reader.next()) {
      texts.add(Samples.text(record));
    }
    return texts;
  }

  private void reads(Path file, String payload, String... problems) {
    try (WarcReader reader = WarcReader.open(file)) {
      assertThat(payloads(reader)).containsExactly(payload);
      assertThat(reader.damages()).hasSize(problems.length);
      for (int i = 0; i < problems.length; i++) {
        assertThat(reader.damages().get(i).what()).contains(problems[i]);
      }
    }
    if (problems.length > 0) {
      try (WarcReader strict = WarcReader.open(file, WarcReader.Mode.STRICT)) {
        assertThatThrownBy(() -> payloads(strict)).isInstanceOf(ArchiveException.class)
            .hasMessageContaining(file.toString()).hasMessageContaining("offset");
      }
    }
  }

  @Test
  void plainFile_isRead() throws IOException {
    byte[] one = response("", bytes("one"));
    Path file = file(one, response("", bytes("two")));
    try (WarcReader reader = WarcReader.open(file)) {
      WarcRecord first = reader.next();
      assertThat(first).isNotNull();
      assertThat(first.place()).isEqualTo(new Place(0, one.length));
      assertThat(first.target()).isEqualTo("http://x.example/");
      assertThat(Samples.text(first)).isEqualTo("one");
      WarcRecord second = reader.next();
      assertThat(second).isNotNull();
      assertThat(second.place().offset()).isEqualTo(one.length);
      assertThat(reader.next()).isNull();
      assertThat(Samples.text(reader.read(new Place(one.length, one.length)))).isEqualTo("two");
      assertThat(reader.damages()).isEmpty();
    }
  }

  @Test
  void fileThatIsOneMember_givesEveryRecord() throws IOException {
    Path file = file(gzip(join(response("", bytes("one")), response("", bytes("two")))));
    try (WarcReader reader = WarcReader.open(file, WarcReader.Mode.STRICT)) {
      WarcRecord first = reader.next();
      WarcRecord second = reader.next();
      assertThat(first).isNotNull();
      assertThat(second).isNotNull();
      assertThat(second.within()).isEqualTo(1);
      assertThat(second.place()).isEqualTo(first.place());
      assertThat(Samples.text(second)).isEqualTo("two");
    }
  }

  @Test
  void bodyInChunksAndGzip_isDecoded() throws IOException {
    byte[] body = chunked(gzip(bytes("content ".repeat(100))), 7);
    reads(file(gzip(response("Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n", body))),
        "content ".repeat(100));
  }

  @Test
  void bodyThatBreaksOffInAChunk_isGivenAsFarAsItCame() throws IOException {
    byte[] body = Arrays.copyOf(chunked(bytes("a".repeat(100)), 10), 40);
    reads(file(gzip(response("Transfer-Encoding: chunked\r\n", body))), "a".repeat(27), "within a chunk");
  }

  @Test
  void gzipThatBreaksOff_isGivenAsFarAsItCame() throws IOException {
    byte[] noise = new byte[5_000];
    new Random(1).nextBytes(noise);
    byte[] whole = gzip(join(bytes("first line\n"), noise));
    Path file = file(gzip(response("Content-Encoding: gzip\r\n", Arrays.copyOf(whole, whole.length / 2))));
    try (WarcReader reader = WarcReader.open(file)) {
      assertThat(payloads(reader)).singleElement().asString().startsWith("first line\n");
      assertThat(reader.damages()).singleElement().satisfies(d -> assertThat(d.what()).contains("breaks off"));
    }
  }

  @Test
  void plainBodyLabelledAsGzip_isGivenAsItIs() throws IOException {
    reads(file(gzip(response("Content-Encoding: gzip\r\n", bytes("{}")))), "{}", "said to be gzip and is not");
  }

  @Test
  void plainBodyLabelledAsChunked_isGivenAsItIs() throws IOException {
    reads(file(gzip(response("Transfer-Encoding: chunked\r\n", bytes("{\"a\":1}")))), "{\"a\":1}",
        "said to be in chunks and is not");
  }

  @Test
  void unknownCoding_isLeftAndTold() throws IOException {
    reads(file(gzip(response("Content-Encoding: br\r\n", bytes("xyz")))), "xyz", "br is not known");
  }

  @Test
  void lastRecordCutOff_isGivenAsFarAsItCameAndTold() throws IOException {
    byte[] noise = new byte[3_000];
    new Random(2).nextBytes(noise);
    byte[] last = gzip(response("", join(bytes("begin"), noise)));
    Path file = file(gzip(response("", bytes("one"))), Arrays.copyOf(last, last.length - 500));
    try (WarcReader reader = WarcReader.open(file)) {
      WarcRecord first = reader.next();
      assertThat(first).isNotNull();
      assertThat(first.whole()).isTrue();
      WarcRecord second = reader.next();
      assertThat(second).isNotNull();
      assertThat(second.whole()).isFalse();
      assertThat(Samples.text(second)).startsWith("begin");
      assertThat(reader.next()).isNull();
      assertThat(reader.damages()).first().satisfies(damage -> {
        assertThat(damage.offset()).isEqualTo(first.place().end());
        assertThat(damage.what()).contains("not whole");
      });
    }
  }

  @Test
  void damagedMember_isPassedOverAndTold() throws IOException {
    byte[] middle = gzip(response("", bytes("two".repeat(200))));
    middle[middle.length / 2] ^= 0x55;
    Path file = file(gzip(response("", bytes("one"))), middle, gzip(response("", bytes("three"))));
    try (WarcReader reader = WarcReader.open(file)) {
      assertThat(payloads(reader)).containsExactly("one", "three");
      assertThat(reader.damages()).singleElement()
          .satisfies(damage -> assertThat(damage.what()).contains(middle.length + " bytes are passed over"));
    }
  }

  @Test
  void damagedHeaderInPlainFile_isPassedOver() throws IOException {
    byte[] bad = response("", bytes("two"));
    bad[2] = 'x';
    Path file = file(response("", bytes("one")), bad, response("", bytes("three")));
    try (WarcReader reader = WarcReader.open(file)) {
      assertThat(payloads(reader)).containsExactly("one", "three");
      assertThat(reader.damages()).singleElement().extracting(Damage::what).isEqualTo("no record starts here");
    }
  }

  @ParameterizedTest
  @EnumSource(Compression.By.class)
  void largeRecord_isReadPieceByPiece(Compression.By by) throws IOException {
    byte[] large = new byte[20_000_000];
    new Random(3).nextBytes(large);
    Path file = file(gzip(response("", large)), gzip(response("", bytes("after"))));
    try (WarcReader reader = WarcReader.open(file, WarcReader.Mode.STRICT, new Compression(by, 6))) {
      WarcRecord record = reader.next();
      assertThat(record).isNotNull();
      assertThat(Arrays.equals(record.payload().readAllBytes(), large)).isTrue();
      assertThat(payloads(reader)).containsExactly("after");
    }
  }

  @Test
  void otherLineEndsAndFoldedFields_areTaken() throws IOException {
    String header = """
        WARC/1.1
        WARC-Type: response
        WARC-Target-URI: http://x.example/
        Content-Type: application/http;
         msgtype=response
        Content-Length: 21

        """;
    Path file = file(record(header, bytes("HTTP/1.0 200 OK\n\nbody")));
    try (WarcReader reader = WarcReader.open(file)) {
      WarcRecord record = reader.next();
      assertThat(record).isNotNull();
      assertThat(record.contentType()).isEqualTo("application/http; msgtype=response");
      assertThat(Samples.text(record)).isEqualTo("body");
    }
  }

  @Test
  void emptyFileAndNonsense_areNoRecords() throws IOException {
    try (WarcReader reader = WarcReader.open(file())) {
      assertThat(reader.next()).isNull();
    }
    try (WarcReader reader = WarcReader.open(file(bytes("this is not a WARC, and it never was")))) {
      assertThat(reader.next()).isNull();
      assertThat(reader.damages()).isNotEmpty();
    }
    assertThatThrownBy(() -> WarcReader.open(directory.resolve("absent"))).isInstanceOf(ArchiveException.class);
  }

  @Test
  void digests_areTakenInBothEncodings() {
    byte[] digest = new byte[20];
    new Random(4).nextBytes(digest);
    String base32 = Sha1.field(digest);
    assertThat(base32).matches("sha1:[A-Z2-7]{32}");
    assertThat(Sha1.parse(base32)).isEqualTo(digest);
    assertThat(Sha1.parse("sha1:" + Sha1.hex(digest))).isEqualTo(digest);
    assertThat(Sha1.parse("sha1:ßß")).isNull();
    assertThat(Sha1.parse("md5:" + Sha1.hex(digest))).isNull();
  }
}
