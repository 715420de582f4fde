package io.nuthatch.archive;

import io.nuthatch.archive.gzip.Bytes;
import io.nuthatch.archive.gzip.Packer;
import io.nuthatch.archive.gzip.Packers;
import io.nuthatch.archive.gzip.StreamedMember;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;

/**
 * The file of an open WARC: records are added at its end, each a gzip member, and its SHA-1 is kept as it grows. What
 * was written is with the operating system; {@link #sync} brings it to the disk.
 */
final class RecordFile implements AutoCloseable {

  /** A state to go back to when a record could not be written whole. */
  record Mark(long position, MessageDigest digest) {
  }

  /** Longer records are not put together in memory. */
  private static final int IN_MEMORY = 1 << 21;
  private static final int PIECE = 1 << 16;

  private final FileChannel channel;
  private final Packers packers;
  private MessageDigest digest;
  private byte[] copied = new byte[0];
  private long position;
  private long synced;

  /** @param digest of what the file holds up to {@code position}, which is its end */
  RecordFile(FileChannel channel, Packers packers, MessageDigest digest, long position) {
    this.channel = channel;
    this.packers = packers;
    this.digest = digest;
    this.position = position;
  }

  long position() {
    return position;
  }

  String sha1() {
    return Sha1.hex(Sha1.copy(digest).digest());
  }

  Mark mark() {
    return new Mark(position, Sha1.copy(digest));
  }

  void rollBack(Mark mark) throws IOException {
    channel.truncate(mark.position);
    channel.position(mark.position);
    position = mark.position;
    digest = mark.digest;
  }

  /**
   * @param head   the record's header and the first bytes of its block
   * @param body   the rest of the block
   * @param packed whether the body is compressed already and shall only be stored
   */
  Place write(Bytes head, Body body, boolean packed) throws IOException {
    long start = position;
    long length = head.length() + body.length();
    if (length <= IN_MEMORY && !packed) {
      packers.lend(packer -> whole(packer, head, body));
    } else {
      packers.lend(packer -> inPieces(packer, head, body, packed));
    }
    return new Place(start, position - start);
  }

  private boolean whole(Packer packer, Bytes head, Body body) throws IOException {
    Bytes record = packer.scratch();
    record.add(head.array(), 0, head.length());
    if (body instanceof Body.InMemory memory) {
      record.add(memory.bytes());
    } else {
      record.room((int) body.length());
      try (InputStream in = body.open()) {
        int got = in.readNBytes(record.array(), record.length(), (int) body.length());
        record.length(record.length() + got);
        complete(body, got);
      }
    }
    record.add(RecordHead.END_OF_RECORD);
    put(packer.pack(record));
    return true;
  }

  private boolean inPieces(Packer packer, Bytes head, Body body, boolean packed) throws IOException {
    StreamedMember member = packer.stream(this::put);
    member.compress(head.array(), 0, head.length());
    byte[] piece = new byte[(int) Math.min(PIECE, body.length() + 1)];
    long done = 0;
    try (InputStream in = body.open()) {
      for (int got = in.read(piece); got >= 0; got = in.read(piece)) {
        if (packed) {
          member.store(piece, 0, got);
        } else {
          member.compress(piece, 0, got);
        }
        done += got;
      }
    }
    complete(body, done);
    member.compress(RecordHead.END_OF_RECORD, 0, RecordHead.END_OF_RECORD.length);
    member.finish();
    return true;
  }

  /** A record of another file, byte by byte. */
  Place copy(FileChannel from, Place place) throws IOException {
    long start = position;
    for (long at = place.offset(); at < place.end(); at += PIECE) {
      put(ByteBuffer.wrap(Disk.read(from, at, (int) Math.min(PIECE, place.end() - at))));
    }
    return new Place(start, place.length());
  }

  private static void complete(Body body, long got) throws EOFException {
    if (got != body.length()) {
      throw new EOFException("a body of " + body.length() + " bytes ended after " + got + ": " + body);
    }
  }

  private void put(ByteBuffer bytes) throws IOException {
    int length = bytes.remaining();
    if (bytes.hasArray()) {
      digest.update(bytes.array(), bytes.arrayOffset() + bytes.position(), length);
    } else {
      // Copied once here; the digest would copy to a new array each time.
      if (copied.length < length) {
        copied = new byte[length];
      }
      bytes.get(bytes.position(), copied, 0, length);
      digest.update(copied, 0, length);
    }
    while (bytes.hasRemaining()) {
      position += channel.write(bytes);
    }
  }

  void sync() throws IOException {
    if (synced != position) {
      channel.force(false);
      synced = position;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
