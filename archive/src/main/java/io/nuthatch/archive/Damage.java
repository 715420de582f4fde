package io.nuthatch.archive;

import java.nio.file.Path;

/**
 * Something wrong with a file, and where.
 *
 * @param offset of the record or entry concerned, from the start of the file as it is on the disk
 */
public record Damage(Path file, long offset, String what) {

  @Override
  public String toString() {
    return file + " at offset " + offset + ": " + what;
  }
}
