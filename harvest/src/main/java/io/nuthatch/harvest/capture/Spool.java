package io.nuthatch.harvest.capture;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of a body: in memory up to a size, then in a file that has no name once it is open, so that nothing is left of
 * it however the process ends. Written by one thread, then read by any.
 */
final class Spool implements AutoCloseable {

  private static final int FIRST = 8 << 10;

  /** This side could not keep the body. */
  static final class SpoolException extends IOException {

    private static final long serialVersionUID = 1;

    SpoolException(Path directory, IOException cause) {
      super("a body cannot be kept in " + directory + ": " + cause.getMessage(), cause);
    }
  }

  private final int memoryBytes;
  private final Path directory;
  private byte[] memory = new byte[0];
  private long length;
  private @Nullable FileChannel file;

  Spool(int memoryBytes, Path directory) {
    this.memoryBytes = memoryBytes;
    this.directory = directory;
  }

  /** Makes room for what is said to come. */
  void expect(long bytes) {
    if (file == null && bytes > memory.length && bytes <= memoryBytes) {
      memory = Arrays.copyOf(memory, (int) bytes);
    }
  }

  long length() {
    return length;
  }

  void append(byte[] bytes, int from, int count) throws IOException {
    if (file == null && length + count > memoryBytes) {
      moveToFile();
    }
    if (file != null) {
      write(file, bytes, from, count);
    } else {
      int end = (int) length + count;
      if (end > memory.length) {
        memory = Arrays.copyOf(memory, Math.min(memoryBytes, Math.max(end, Math.max(FIRST, memory.length * 2))));
      }
      System.arraycopy(bytes, from, memory, (int) length, count);
    }
    length += count;
  }

  private void moveToFile() throws IOException {
    try {
      Path path = Files.createTempFile(directory, "body-", ".tmp");
      file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE,
          StandardOpenOption.DELETE_ON_CLOSE);
    } catch (IOException e) {
      throw new SpoolException(directory, e);
    }
    write(file, memory, 0, (int) length);
    memory = new byte[0];
  }

  private void write(FileChannel to, byte[] bytes, int from, int count) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes, from, count);
    try {
      while (buffer.hasRemaining()) {
        to.write(buffer);
      }
    } catch (IOException e) {
      throw new SpoolException(directory, e);
    }
  }

  /** Forgets what is beyond. */
  void cut(long end) {
    length = Math.min(length, end);
  }

  boolean endsInLineFeed() throws IOException {
    if (length == 0) {
      return false;
    }
    if (file == null) {
      return memory[(int) length - 1] == '\n';
    }
    ByteBuffer last = ByteBuffer.allocate(1);
    return file.read(last, length - 1) == 1 && last.get(0) == '\n';
  }

  InputStream open() {
    return file == null ? new ByteArrayInputStream(memory, 0, (int) length) : new FileBytes(file, length);
  }

  @Override
  public void close() {
    memory = new byte[0];
    length = 0;
    if (file != null) {
      try {
        file.close();
      } catch (IOException e) {
        // Nothing was to be kept of it, and its space goes with the descriptor.
      }
    }
  }

  /** Reads at a position of its own. */
  private static final class FileBytes extends InputStream {

    private final FileChannel file;
    private final long end;
    private long at;

    FileBytes(FileChannel file, long end) {
      this.file = file;
      this.end = end;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int count) throws IOException {
      if (count == 0) {
        return 0;
      }
      if (at >= end) {
        return -1;
      }
      int read = file.read(ByteBuffer.wrap(into, from, (int) Math.min(count, end - at)), at);
      at += Math.max(read, 0);
      return read;
    }
  }
}
