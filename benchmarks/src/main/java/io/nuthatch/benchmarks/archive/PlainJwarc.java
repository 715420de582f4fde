package io.nuthatch.benchmarks.archive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.List;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.WarcDigest;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcWriter;

/** The rival: the library as its documentation shows it, with the digests that a record should have. */
final class PlainJwarc {

  private PlainJwarc() {
  }

  static void write(Path file, SampleResponses samples, List<byte[]> bodies)
      throws IOException, NoSuchAlgorithmException {
    try (WarcWriter writer = new WarcWriter(file)) {
      for (int i = 0; i < bodies.size(); i++) {
        byte[] body = bodies.get(i);
        byte[] block = new byte[SampleResponses.HEAD.length + body.length];
        System.arraycopy(SampleResponses.HEAD, 0, block, 0, SampleResponses.HEAD.length);
        System.arraycopy(body, 0, block, SampleResponses.HEAD.length, body.length);
        MessageDigest ofBlock = MessageDigest.getInstance("SHA-1");
        ofBlock.update(block);
        MessageDigest ofPayload = MessageDigest.getInstance("SHA-1");
        ofPayload.update(body);
        writer.write(new WarcResponse.Builder(samples.url(i)).date(Instant.EPOCH.plusSeconds(i))
            .blockDigest(new WarcDigest(ofBlock)).payloadDigest(new WarcDigest(ofPayload))
            .body(MediaType.HTTP_RESPONSE, block).build());
      }
    }
  }

  /** How many bytes of payload there were. */
  static long read(Path file) throws IOException {
    long bytes = 0;
    byte[] buffer = new byte[1 << 13];
    try (WarcReader reader = new WarcReader(file)) {
      for (WarcRecord record : reader) {
        if (record instanceof WarcResponse response && response.http().status() == 200) {
          InputStream payload = response.http().body().stream();
          for (int got = payload.read(buffer); got >= 0; got = payload.read(buffer)) {
            bytes += got;
          }
        }
      }
    }
    return bytes;
  }
}
