package io.nuthatch.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Compares what the program says with what it said when someone last looked; {@code ./dev golden} writes it anew. */
public final class Golden {

  private static final Path FOLDER = Path.of("src", "test", "resources", "golden");

  private Golden() {
  }

  public static void check(String name, String actual) {
    Path file = FOLDER.resolve(name);
    try {
      if ("write".equals(System.getenv("GOLDEN_FILES"))) {
        Files.createDirectories(FOLDER);
        Files.writeString(file, actual);
      }
      assertThat(actual).as(file + " (./dev golden writes it anew)").isEqualTo(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
