package io.nuthatch.app;

import io.nuthatch.model.NuthatchException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The room where the archive is: whether it can be written, and how much is free. */
record ArchiveSpace(Path root, long least) {

  /** Fails when nothing can be written there, or less is free than there should be. */
  void check() {
    if (!Files.isDirectory(root) || !Files.isWritable(root)) {
      throw new AppException(Kind.BROKEN, "the archive " + root + " cannot be written; is its volume there?", null);
    }
    long free = free();
    if (free < least) {
      throw new AppException(Kind.FULL, "the archive " + root + " has " + free + " bytes left, fewer than the " + least
          + " of archive.least-free; make room", null);
    }
  }

  /** 0 when the volume is not there. */
  long free() {
    try {
      return Files.getFileStore(root).getUsableSpace();
    } catch (IOException e) {
      return 0;
    }
  }
}
