package io.nuthatch.queue.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Small files that are replaced as a whole: after a crash there is the old one or the new one. */
final class DurableFile {

  private DurableFile() {
  }

  static void replace(Path directory, String name, ByteBuffer bytes) throws IOException {
    Path draft = directory.resolve(name + ".new");
    try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
        StandardOpenOption.TRUNCATE_EXISTING)) {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(draft, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    syncEntries(directory);
  }

  /** Makes the directory's entries durable: files that were made, renamed or deleted. */
  static void syncEntries(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
