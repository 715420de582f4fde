package io.nuthatch.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files with what is expected. With {@code -Dnuthatch.golden=write} they are written instead of compared. */
public final class Golden {

  private static final Path FOLDER = Path.of("src/test/resources/golden");

  private Golden() {
  }

  public static void check(String name, String actual) throws IOException {
    Path file = FOLDER.resolve(name);
    if ("write".equals(System.getProperty("nuthatch.golden"))) {
      Files.createDirectories(FOLDER);
      Files.writeString(file, actual);
    }
    assertThat(actual).as("%s (write it anew with -Dnuthatch.golden=write)", file).isEqualTo(Files.readString(file));
  }
}
