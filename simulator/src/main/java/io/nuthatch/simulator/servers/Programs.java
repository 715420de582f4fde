package io.nuthatch.simulator.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Installed programs: finding them, and running those that only do one thing and end. */
final class Programs {

  private static final Path POSTGRES = Path.of("/usr/lib/postgresql");

  private Programs() {
  }

  /** A program of the search path or of the places Debian keeps out of it. */
  static String find(String program, String debianPackage) {
    List<Path> places = new ArrayList<>(postgresVersions());
    for (String place : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
      places.add(Path.of(place));
    }
    places.add(Path.of("/usr/sbin"));
    return places.stream().map(place -> place.resolve(program)).filter(Files::isExecutable).findFirst()
        .orElseThrow(() -> new ServerException(
            program + " is not installed; on Debian: apt-get install " + debianPackage, null))
        .toString();
  }

  static boolean root() {
    try {
      return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs a program to its end; what it said. A failure carries that. */
  static String run(List<String> command, Map<String, String> environment) {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new ServerException(String.join(" ", command) + " failed:\n" + said.strip(), null);
      }
      return said;
    } catch (IOException e) {
      throw new ServerException(command.getFirst() + " cannot be run: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("interrupted while running " + command.getFirst(), e);
    }
  }

  /** Newest first. */
  private static List<Path> postgresVersions() {
    if (!Files.isDirectory(POSTGRES)) {
      return List.of();
    }
    try (Stream<Path> versions = Files.list(POSTGRES)) {
      return versions.sorted(Comparator.comparingInt((Path path) -> path.getFileName().toString().length())
          .thenComparing(Comparator.naturalOrder()).reversed()).map(version -> version.resolve("bin")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
