package io.nuthatch.archive;

import io.nuthatch.archive.gzip.Bytes;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The header of a record while it is put together. */
final class RecordHead {

  static final byte[] END_OF_RECORD = {'\r', '\n', '\r', '\n'};

  private static final byte[] VERSION = "WARC/1.1\r\n".getBytes(StandardCharsets.US_ASCII);

  private final Bytes bytes = new Bytes(1 << 11);

  RecordHead(String type, UUID id, Instant date) {
    bytes.add(VERSION);
    field("WARC-Type", type);
    field("WARC-Record-ID", RecordId.field(id));
    field("WARC-Date", Timestamps.iso(date));
  }

  /** Nothing is added for null. */
  RecordHead field(String name, @Nullable String value) {
    if (value != null) {
      bytes.add(name);
      bytes.add(": ");
      bytes.add(checked(name, value));
      bytes.add("\r\n");
    }
    return this;
  }

  private static String checked(String name, String value) {
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) < ' ') {
        throw ArchiveException.caller("the field " + name + " of a record cannot hold a control character");
      }
    }
    return value;
  }

  /** Ended by the length of the block and the first bytes of the block. */
  Bytes end(long blockLength, byte[] firstBytes) {
    field("Content-Length", Long.toString(blockLength));
    bytes.add("\r\n");
    bytes.add(firstBytes);
    return bytes;
  }
}
