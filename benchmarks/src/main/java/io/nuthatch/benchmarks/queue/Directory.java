package io.nuthatch.benchmarks.queue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory for one measurement, gone with all its files when closed. */
final class Directory implements AutoCloseable {

  private final Path path;

  Directory() throws IOException {
    path = Files.createTempDirectory("nuthatch-queue-bench-");
  }

  Path path() {
    return path;
  }

  long bytes() throws IOException {
    long sum = 0;
    try (Stream<Path> files = Files.list(path)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        sum += Files.size(file);
      }
    }
    return sum;
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
