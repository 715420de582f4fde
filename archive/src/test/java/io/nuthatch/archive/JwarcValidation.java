package io.nuthatch.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.netpreserve.jwarc.HeaderValidator;
import org.netpreserve.jwarc.MessageBody;
import org.netpreserve.jwarc.WarcCaptureRecord;
import org.netpreserve.jwarc.WarcDigest;
import org.netpreserve.jwarc.WarcPayload;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcRequest;
import org.netpreserve.jwarc.WarcResponse;

/** A second opinion on files we write: what jwarc's validator checks, by jwarc's own types. */
final class JwarcValidation {

  private JwarcValidation() {
  }

  static void accepts(Path warc) throws IOException {
    assertThat(problems(warc)).as("what jwarc says of %s", warc).isEmpty();
  }

  static List<String> problems(Path warc) throws IOException {
    List<String> problems = new ArrayList<>();
    HeaderValidator headers = HeaderValidator.warc_1_1();
    try (org.netpreserve.jwarc.WarcReader reader = new org.netpreserve.jwarc.WarcReader(warc)) {
      reader.calculateBlockDigest();
      reader.onWarning(warning -> problems.add(reader.position() + ": " + warning));
      for (Optional<WarcRecord> next = reader.next(); next.isPresent(); next = reader.next()) {
        WarcRecord record = next.get();
        headers.validate(record.headers()).forEach(each -> problems.add(reader.position() + ": " + each));
        if (record instanceof WarcCaptureRecord capture) {
          payload(capture, reader.position(), problems);
        } else {
          record.body().consume();
        }
        Optional<WarcDigest> said = record.blockDigest();
        if (said.isPresent() && !said.equals(record.calculatedBlockDigest())) {
          problems.add(reader.position() + ": block digest");
        }
      }
    }
    return problems;
  }

  private static void payload(WarcCaptureRecord record, long at, List<String> problems) throws IOException {
    long announced = -1;
    if (record instanceof WarcResponse response && record.contentType().toString().startsWith("application/http")) {
      announced = response.http().headers().first("Content-Length").map(Long::parseLong).orElse(-1L);
    } else if (record instanceof WarcRequest request) {
      request.http();
    }
    Optional<WarcPayload> payload = record.payload();
    if (payload.isEmpty()) {
      return;
    }
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-1");
      long length = drain(payload.get().body(), digest);
      Optional<WarcDigest> said = payload.get().digest();
      if (said.isPresent() && !said.get().equals(new WarcDigest(digest))) {
        problems.add(at + ": payload digest");
      }
      if (announced > 0 && announced != length) {
        problems.add(at + ": Content-Length of HTTP is " + announced + ", but " + length + " bytes follow");
      }
    } catch (NoSuchAlgorithmException | IOException e) {
      problems.add(at + ": " + e);
    }
  }

  private static long drain(MessageBody body, MessageDigest digest) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(8192);
    long length = 0;
    for (int got = body.read(buffer); got >= 0; got = body.read(buffer)) {
      length += got;
      digest.update(buffer.flip());
      buffer.clear();
    }
    return length;
  }
}
