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
  /** Up to this a higher level saves a fiftieth of the space for most of the time. */
  private static final int SMALL = 1 << 14;

  private final Codec codec;
  private final Codec quick;
  private final Deflater deflater;
  private Bytes scratch = new Bytes(1 << 14);

  Packer(Compression compression) {
    codec = compression.codec();
    quick = compression.quick().codec();
    deflater = new Deflater(compression.level(), true);
  }

  /** Empty. */
  public Bytes scratch() {
    return scratch.clear();
  }

  /** One member of these bytes; it can be read until the next call. */
  public ByteBuffer pack(Bytes bytes) {
    return (bytes.length() <= SMALL ? quick : codec).compress(bytes.array(), 0, bytes.length());
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
    quick.close();
    deflater.end();
  }
}
