package io.nuthatch.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Files that are needed only until a record is written. */
final class SpoolFiles implements AutoCloseable {

  private final List<Path> files = new ArrayList<>();

  /** A new file in the same directory. */
  Path besides(Path other) throws IOException {
    Path file = Files.createTempFile(other.toAbsolutePath().getParent(), "rewritten-", ".spool");
    files.add(file);
    return file;
  }

  @Override
  public void close() throws IOException {
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
  }
}
