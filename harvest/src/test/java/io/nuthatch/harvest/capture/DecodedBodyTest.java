package io.nuthatch.harvest.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.harvest.HttpCall;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bodies without their codings; one that stops short is never taken as whole. */
final class DecodedBodyTest {

  private static final String TEXT = "All that is gold does not glitter. ".repeat(400);

  @TempDir
  Path directory;

  private static byte[] gzip(byte[] plain) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(plain);
    }
    return out.toByteArray();
  }

  private static byte[] deflate(byte[] plain, boolean bare) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflate = new DeflaterOutputStream(out, new Deflater(6, bare))) {
      deflate.write(plain);
    }
    return out.toByteArray();
  }

  private static byte[] chunked(byte[] plain) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int from = 0; from < plain.length; from += 50) {
      int count = Math.min(50, plain.length - from);
      out.write((Integer.toHexString(count) + "\r\n").getBytes(StandardCharsets.US_ASCII));
      out.write(plain, from, count);
      out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
    }
    out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    return out.toByteArray();
  }

  private Capture capture(String fields, byte[] body) {
    try (RawServer server = RawServer.start(exchange -> {
      exchange.say("HTTP/1.1 200 OK\n" + fields + "\n");
      exchange.say(body);
      exchange.hangUp();
    });
        CaptureClient client = CaptureClient.create(CaptureSettings.standard("nuthatch/test", directory),
            AddressPolicy.ANY, Clock.systemUTC())) {
      return client.execute(new HttpCall("GET", server.uri("/"), List.of(), null, Set.of()));
    }
  }

  private static String all(Capture capture) throws IOException {
    try (InputStream in = DecodedBody.open(capture)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void everyCodingThatIsAskedFor_isUndone() throws Exception {
    byte[] plain = TEXT.getBytes(StandardCharsets.UTF_8);
    assertThat(all(capture("Content-Encoding: gzip\n", gzip(plain)))).isEqualTo(TEXT);
    assertThat(all(capture("Content-Encoding: GZIP\nTransfer-Encoding: chunked\n", chunked(gzip(plain)))))
        .isEqualTo(TEXT);
    assertThat(all(capture("Content-Encoding: deflate\n", deflate(plain, false)))).isEqualTo(TEXT);
    assertThat(all(capture("Content-Encoding: deflate\n", deflate(plain, true)))).isEqualTo(TEXT);
    assertThat(all(capture("Content-Encoding: deflate, gzip\n", gzip(deflate(plain, false))))).isEqualTo(TEXT);
    assertThat(all(capture("Content-Encoding: identity\n", plain))).isEqualTo(TEXT);
    assertThat(all(capture("Content-Encoding: gzip\nContent-Length: 0\n", new byte[0]))).isEmpty();
  }

  @Test
  void compressedBytesThatStopShort_areNeverWhole_whereverTheyStop() throws Exception {
    byte[] whole = gzip(TEXT.getBytes(StandardCharsets.UTF_8));
    for (int length = 1; length < whole.length; length += length > whole.length - 12 ? 1 : 7) {
      byte[] part = Arrays.copyOf(whole, length);
      try (Capture capture = capture("Content-Encoding: gzip\nContent-Length: " + length + "\n", part)) {
        assertThat(capture.truncated()).isNull();
        DecodedBody decoded = DecodedBody.read(capture, 1 << 20);
        assertThat(decoded.isWhole()).as("%d of %d bytes", length, whole.length).isFalse();
        assertThat(TEXT).startsWith(new String(decoded.bytes(), StandardCharsets.UTF_8));
        assertThatThrownBy(() -> all(capture)).isInstanceOf(IOException.class);
      }
    }
  }

  @Test
  void bodyLargerThanWanted_isFlawed() throws Exception {
    try (Capture bomb = capture("Content-Encoding: gzip\n", gzip(new byte[10_000_000]))) {
      DecodedBody decoded = DecodedBody.read(bomb, 1000);
      assertThat(decoded.bytes()).hasSize(1000);
      assertThat(decoded.flaw()).contains("1000");
    }
  }

  @Test
  void codingThatIsNotKnown_orNotWhatItSays_isFlawed() throws Exception {
    assertThat(DecodedBody.read(capture("Content-Encoding: br\n", new byte[]{1, 2, 3}), 100).flaw()).contains("br");
    assertThat(DecodedBody.read(capture("Content-Encoding: gzip\n", "plain".getBytes(StandardCharsets.UTF_8)), 100)
        .isWhole()).isFalse();
  }
}
