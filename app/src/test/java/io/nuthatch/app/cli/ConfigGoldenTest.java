package io.nuthatch.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.app.Golden;
import io.nuthatch.app.Nuthatch;
import io.nuthatch.app.settings.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigGoldenTest {

  @TempDir
  private Path directory;

  private static String config(String... more) {
    StringWriter out = new StringWriter();
    String[] arguments = new String[more.length + 1];
    arguments[0] = "config";
    System.arraycopy(more, 0, arguments, 1, more.length);
    assertThat(Nuthatch.commandLine().setOut(new PrintWriter(out)).execute(arguments)).isZero();
    return out.toString();
  }

  @Test
  void defaults_areAsLastLookedAt() {
    Golden.check("config.txt", config());
  }

  @Test
  void listing_isItselfASettingsFile() throws IOException {
    Path file = Files.writeString(directory.resolve("nuthatch.conf"), config("--http-port", "99"));
    Settings again = Settings.read(file, Map.of(), Map.of());
    assertThat(again.lines()).extracting(Settings.Line::value)
        .isEqualTo(Settings.read(null, Map.of(), Map.of("http.port", "99")).lines().stream().map(Settings.Line::value)
            .toList());
  }
}
