package io.nuthatch.archive.gzip;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.Deflater;

/**
 * What it takes to make gzip members of any size, kept together to be used again: a codec, a place to put bytes in
 * order before they are compressed, and the JDK's deflater for what is too large to be compressed whole.
 */
public final class Packer implements AutoCloseable {

  private static final int KEPT = 1 << 18;

  private final Codec codec;
  private final Deflater deflater;
  private Bytes scratch = new Bytes(1 << 14);

  Packer(Codec codec, int level) {
    this.codec = codec;
    this.deflater = new Deflater(level, true);
  }

  /** Empty. */
  public Bytes scratch() {
    return scratch.clear();
  }

  /** One member of these bytes; it can be read until the next call. */
  public ByteBuffer pack(Bytes bytes) {
    return codec.compress(bytes.array(), 0, bytes.length());
  }

  public StreamedMember stream(Sink sink) throws IOException {
    return new StreamedMember(deflater, sink);
  }

  void rest() {
    if (scratch.array().length > KEPT) {
      scratch = new Bytes(1 << 14);
    }
  }

  @Override
  public void close() {
    codec.close();
    deflater.end();
  }
}
