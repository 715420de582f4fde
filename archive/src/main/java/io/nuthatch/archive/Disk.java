package io.nuthatch.archive;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/** What is done to files so that it stays done. */
final class Disk {

  private Disk() {
  }

  /** All of the buffer, at its end. */
  static void append(FileChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** Fills the buffer from a place in the file. */
  static void read(FileChannel channel, ByteBuffer into, long at) throws IOException {
    long from = at;
    while (into.hasRemaining()) {
      int got = channel.read(into, from);
      if (got < 0) {
        throw new EOFException("the file ends at " + channel.size() + ", within what should start at " + at);
      }
      from += got;
    }
    into.flip();
  }

  static byte[] read(FileChannel channel, long at, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    read(channel, bytes, at);
    return bytes.array();
  }

  /** A file that is there whole or not at all. */
  static void replace(Path file, ByteBuffer bytes) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
        StandardOpenOption.TRUNCATE_EXISTING)) {
      append(channel, bytes);
      channel.force(true);
    }
    move(draft, file);
  }

  static void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    syncEntries(directoryOf(to));
  }

  static Path directoryOf(Path file) {
    return Objects.requireNonNullElse(file.toAbsolutePath().getParent(), file);
  }

  /** Makes the names in a directory durable. */
  static void syncEntries(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /** Makes a directory and those above it, durably, down from one that exists. */
  static void makeDirectories(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      return;
    }
    Path parent = directoryOf(directory);
    makeDirectories(parent);
    Files.createDirectories(directory);
    syncEntries(parent);
  }

  static void makeReadOnly(Path file) throws IOException {
    if (!file.toFile().setReadOnly()) {
      throw new IOException(file + " could not be made read-only");
    }
  }
}
