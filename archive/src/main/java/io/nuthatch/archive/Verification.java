package io.nuthatch.archive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.HeaderValidator;
import org.netpreserve.jwarc.MessageHeaders;

/**
 * Whether a WARC file is what it should be: every gzip member, header, length and digest, its indexes, and the SHA-1 it
 * was sealed with. It reads everything, changes nothing, and needs no more memory than the places of the records.
 */
public final class Verification {

  /**
   * What was found.
   *
   * @param sha1     of the file, in hexadecimal digits
   * @param problems everything that is wrong, with its place; empty for a good file
   */
  public record Report(Path file, long records, long bytes, String sha1, List<Damage> problems) {
    public boolean good() {
      return problems.isEmpty();
    }
  }

  private final Path file;
  private final List<Damage> problems = new ArrayList<>();
  private final HeaderValidator headers = HeaderValidator.warc_1_1();
  private final Map<Long, Place> places = new HashMap<>();
  private final Set<String> captures = new HashSet<>();
  private long records;

  private Verification(Path file) {
    this.file = file;
  }

  public static Report of(Path file) {
    return of(file, null);
  }

  /**
   * A sealed file against its seal.
   *
   * @param sealedSha1 the SHA-1 it was sealed with, in hexadecimal digits; null if that is not known
   */
  public static Report of(Path file, @Nullable String sealedSha1) {
    return new Verification(file).run(sealedSha1);
  }

  private Report run(@Nullable String sealedSha1) {
    try {
      try (WarcReader reader = WarcReader.open(file)) {
        for (WarcRecord record = reader.next(); record != null; record = reader.next()) {
          record(record);
        }
        problems.addAll(reader.damages());
      }
      items();
      urls();
      String sha1 = sha1(file);
      if (sealedSha1 != null && !sealedSha1.equalsIgnoreCase(sha1)) {
        problem(0, "the file has the SHA-1 " + sha1 + ", but was sealed with " + sealedSha1);
      }
      return new Report(file, records, Files.size(file), sha1, List.copyOf(problems));
    } catch (IOException e) {
      throw ArchiveException.io("verifying", file, e);
    }
  }

  private void record(WarcRecord record) throws IOException {
    long offset = record.place().offset();
    records++;
    places.put(offset, record.place());
    if (records == 1 && !record.type().equals("warcinfo")) {
      problem(offset, "the file does not begin with a warcinfo record");
    }
    String name = record.header().first("WARC-Filename");
    if (name != null && records == 1 && WarcName.parse(file) != null && !String.valueOf(file.getFileName())
        .startsWith(name)) {
      problem(offset, "the file was written under the name " + name);
    }
    List<String> fields = new ArrayList<>();
    record.header().forEach((field, value) -> fields.addAll(List.of(field, value)));
    headers.validate(MessageHeaders.of(fields.toArray(String[]::new))).forEach(violation -> problem(offset, violation));
    String line = Captures.line(record, file);
    if (line != null) {
      captures.add(line);
    }
    digests(record, offset);
  }

  private void digests(WarcRecord record, long offset) throws IOException {
    byte[] blockSaid = Sha1.parse(record.header().first("WARC-Block-Digest"));
    byte[] payloadSaid = record.type().equals("revisit")
        ? null
        : Sha1.parse(record.header().first("WARC-Payload-Digest"));
    HttpHead http = record.http();
    MessageDigest block = Sha1.digest();
    if (http != null) {
      block.update(http.bytes());
    }
    record.digestInto(block);
    MessageDigest payload = Sha1.digest();
    long length = content(record, http, offset, payload);
    if (!record.whole()) {
      return;
    }
    if (blockSaid != null && !Arrays.equals(blockSaid, block.digest())) {
      problem(offset, "the block does not have the digest that the record says");
    }
    // Older archives have the digest of the body as it was transferred.
    if (payloadSaid != null && !Arrays.equals(payloadSaid, payload.digest())
        && (http == null || !http.chunked() || record.version().equals("1.1"))) {
      problem(offset, "the payload does not have the digest that the record says");
    }
    long announced = http == null || http.chunked() ? -1 : http.fields().number("Content-Length");
    if (record.type().equals("response") && announced >= 0 && length != announced) {
      problem(offset, "HTTP announces " + announced + " bytes, but " + length + " follow");
    }
  }

  /** Reads the whole block; the length of its content without transfer coding. */
  private long content(WarcRecord record, @Nullable HttpHead http, long offset, MessageDigest payload)
      throws IOException {
    InputStream body = record.body();
    ChunkedInput chunks = http != null && http.chunked() ? new ChunkedInput(body) : null;
    InputStream content = chunks == null ? body : chunks;
    byte[] piece = new byte[1 << 13];
    long length = 0;
    for (int got = content.read(piece); got >= 0; got = content.read(piece)) {
      payload.update(piece, 0, got);
      length += got;
    }
    if (chunks != null && chunks.problem() != null && !record.type().equals("revisit")) {
      problem(offset, chunks.problem());
    }
    body.skip(Long.MAX_VALUE);
    return length;
  }

  private void items() {
    Path index = ItemIndex.of(file);
    if (!Files.exists(index)) {
      return;
    }
    try (ItemIndex items = ItemIndex.open(index)) {
      items.read(ItemFilter.all(), entry -> {
        if (!entry.place().equals(places.get(entry.offset()))) {
          problems.add(new Damage(index, entry.offset(), "the item " + entry.platform() + " " + entry.nativeId()
              + " is said to be in a record of " + entry.length() + " bytes here; there is none"));
        }
      });
      if (!items.sealed() && !WarcName.isOpen(file)) {
        problems.add(new Damage(index, 0, "the item index of a sealed file is not sealed"));
      }
      problems.addAll(items.damages());
    } catch (ArchiveException e) {
      problems.add(new Damage(index, 0, String.valueOf(e.getMessage())));
    }
  }

  private void urls() throws IOException {
    Path index = Cdxj.of(file);
    if (!Files.exists(index)) {
      return;
    }
    List<String> lines = Files.readAllLines(index, StandardCharsets.UTF_8);
    for (int i = 0; i < lines.size(); i++) {
      if (!captures.remove(lines.get(i))) {
        problems.add(new Damage(index, i, "line " + (i + 1) + " speaks of a capture that is not in the file"));
      }
      if (i > 0 && lines.get(i - 1).compareTo(lines.get(i)) > 0) {
        problems.add(new Damage(index, i, "line " + (i + 1) + " is out of order"));
      }
    }
    captures.forEach(line -> problems.add(new Damage(index, lines.size(), "a capture is missing: " + line)));
  }

  private void problem(long offset, String what) {
    problems.add(new Damage(file, offset, what));
  }

  static String sha1(Path file) throws IOException {
    MessageDigest digest = Sha1.digest();
    try (InputStream in = Files.newInputStream(file)) {
      byte[] piece = new byte[1 << 16];
      for (int got = in.read(piece); got >= 0; got = in.read(piece)) {
        digest.update(piece, 0, got);
      }
    }
    return Sha1.hex(digest.digest());
  }
}
