package io.nuthatch.benchmarks.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory for one round, empty before and gone after. */
final class Scratch implements AutoCloseable {

  private final Path directory;

  Scratch() throws IOException {
    directory = Files.createTempDirectory("nuthatch-bench-");
  }

  Path directory() {
    return directory;
  }

  @Override
  public void close() throws IOException {
    List<Path> paths;
    try (Stream<Path> found = Files.walk(directory)) {
      paths = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : paths) {
      Files.delete(path);
    }
  }
}
