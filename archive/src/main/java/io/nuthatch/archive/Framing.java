package io.nuthatch.archive;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Set;

/**
 * A response as it will be stored, after its own statements about where the body ends were held against the body.
 *
 * @param head    of the message, as it was received
 * @param payload   the digest of the content without transfer coding
 * @param size      the length of that content
 * @param cutOff    whether less came than was announced
 * @param packed    whether the body is compressed already
 */
@SuppressWarnings("ArrayRecordComponent") // a digest to be written, never compared
record Framing(HttpMessage message, HttpHead head, byte[] payload, long size, boolean cutOff, boolean packed) {

  /*
   * Statements that do not hold. A body that ends too early, a length that is not true, chunks that are none: a record
   * with such a head is refused by validators and misread by readers. The body is then stored without transfer coding,
   * as far as it came, and the fields that said otherwise stay under the names X-Archive-Orig-…; nothing is dropped.
   */

  private static final Set<String> PACKED_TYPES = Set.of("image/jpeg", "image/png", "image/gif", "image/webp",
      "image/avif", "application/zip", "application/gzip", "application/x-gzip", "application/pdf");
  private static final int BUFFER = 1 << 13;

  /**
   * What will be stored of a response.
   *
   * @param toHead whether the request was HEAD, so that a length may be announced for a body that is not sent
   * @param spool  where a large body goes when it has to be rewritten
   */
  static Framing of(HttpMessage response, boolean toHead, SpoolFiles spool) throws IOException {
    HttpHead head = response.parsed();
    int status = head.status();
    if (status == 0) {
      throw ArchiveException.caller("not an HTTP response: it starts with \"" + shortened(head.firstLine()) + "\"");
    }
    boolean bodiless = toHead || status == 304 || status == 204;
    return head.chunked() ? chunked(response, head, spool) : lengthed(response, head, bodiless);
  }

  private static Framing lengthed(HttpMessage response, HttpHead head, boolean bodiless) throws IOException {
    MessageDigest digest = Sha1.digest();
    long size = drain(response.body(), digest);
    String said = head.fields().first("Content-Length");
    boolean holds = said == null || (head.fields().number("Content-Length") == size
        && head.fields().all("Content-Length").stream().allMatch(said::equals));
    HttpMessage stored = holds ? response : new HttpMessage(head.withoutFraming(), response.body());
    boolean cutOff = !holds && !bodiless && head.fields().number("Content-Length") > size;
    return new Framing(stored, head, digest.digest(), size, cutOff, packed(head, response.body()));
  }

  private static Framing chunked(HttpMessage response, HttpHead head, SpoolFiles spool) throws IOException {
    MessageDigest digest = Sha1.digest();
    long size;
    try (ChunkedInput content = new ChunkedInput(response.body().open())) {
      size = drain(content, digest);
      if (content.problem() == null) {
        return new Framing(response, head, digest.digest(), size, false, packed(head, response.body()));
      }
    }
    if (size == 0 && response.body().length() > 0) {
      // Labelled as chunks, but not in chunks: whoever received it had taken them off.
      HttpMessage plain = new HttpMessage(head.withoutFraming(), response.body());
      return lengthed(plain, plain.parsed(), true);
    }
    Body unchunked;
    if (response.body() instanceof Body.Spooled spooled) {
      Path temporary = spool.besides(spooled.file());
      try (InputStream content = new ChunkedInput(spooled.open());
          OutputStream out = Files.newOutputStream(temporary)) {
        content.transferTo(out);
      }
      unchunked = Body.spooled(temporary, 0, size);
    } else {
      try (InputStream content = new ChunkedInput(response.body().open())) {
        unchunked = Body.of(content.readAllBytes());
      }
    }
    HttpMessage stored = new HttpMessage(head.withoutFraming(), unchunked);
    return new Framing(stored, head, digest.digest(), size, true, packed(head, unchunked));
  }

  private static long drain(Body body, MessageDigest digest) throws IOException {
    if (body instanceof Body.InMemory memory) {
      digest.update(memory.bytes());
      return memory.bytes().length;
    }
    try (InputStream in = body.open()) {
      return drain(in, digest);
    }
  }

  private static long drain(InputStream in, MessageDigest digest) throws IOException {
    byte[] buffer = new byte[BUFFER];
    long size = 0;
    for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
      digest.update(buffer, 0, got);
      size += got;
    }
    return size;
  }

  /** Whether compressing would be for nothing. What only claims to be encoded is compressed. */
  private static boolean packed(HttpHead head, Body body) throws IOException {
    String type = head.mediaType();
    if (head.contentCoding() == null) {
      return PACKED_TYPES.contains(type) || type.startsWith("video/") || type.startsWith("audio/");
    }
    try (InputStream raw = body.open(); InputStream content = head.chunked() ? new ChunkedInput(raw) : raw) {
      int first = content.read();
      int second = content.read();
      return !head.contentCoding().contains("gzip") || (first == 0x1f && second == 0x8b);
    }
  }

  private static String shortened(String line) {
    return line.length() <= 40 ? line : line.substring(0, 40) + "…";
  }
}
