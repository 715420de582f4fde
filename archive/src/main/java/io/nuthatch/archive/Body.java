package io.nuthatch.archive;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** The bytes that follow an HTTP head, as they came over the wire: in memory, or in a file when they are many. */
public sealed interface Body {

  /** Not copied: whoever hands it in leaves it as it is until it is written. */
  @SuppressWarnings("ArrayRecordComponent") // bytes to be written, never compared
  record InMemory(byte[] bytes) implements Body {
    @Override
    public long length() {
      return bytes.length;
    }

    @Override
    public InputStream open() {
      return new ByteArrayInputStream(bytes);
    }
  }

  /** A stretch of a file. Whoever made the file deletes it. */
  record Spooled(Path file, long offset, long length) implements Body {
    @Override
    public InputStream open() throws IOException {
      FileChannel channel = FileChannel.open(file);
      return new BoundedInput(Channels.newInputStream(channel.position(offset)), length);
    }
  }

  long length();

  /** From its start; to be closed. */
  InputStream open() throws IOException;

  static Body of(byte[] bytes) {
    return new InMemory(bytes);
  }

  static Body spooled(Path file, long offset, long length) {
    return new Spooled(file, offset, length);
  }

  static Body none() {
    return new InMemory(new byte[0]);
  }
}
