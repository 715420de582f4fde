package io.nuthatch.app.bus;

import io.nuthatch.model.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/**
 * A component of a Social Feed Manager: {@code python/sfm_component.py} as a process with Debian's Python, which may not
 * be the one in the search path. It ends by itself after 40 s at the latest, whatever happens here.
 */
final class SfmComponent implements AutoCloseable {

  private final Process process;
  private final Thread atExit;

  private SfmComponent(Process process) {
    this.process = process;
    atExit = new Thread(process::destroyForcibly, "end of a component");
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /** Starts it with a queue of its own and the script's options; the body is what it publishes, if it does. */
  static SfmComponent start(String url, String queue, byte[] body, String... options) {
    List<String> command = new ArrayList<>(
        List.of("/usr/bin/python3", resource("sfm_component.py").toString(), url, queue));
    command.addAll(List.of(options));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      try (var in = process.getOutputStream()) {
        in.write(body);
      }
      return new SfmComponent(process);
    } catch (IOException e) {
      throw new IllegalStateException("no Python in /usr/bin; on Debian: apt-get install python3-pika", e);
    }
  }

  /** Waits for its end; what it received, in order. */
  List<JsonNode> received() {
    try {
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(said.strip());
      }
      return said.lines().map(Json::tree).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A file beside the script. */
  static byte[] read(String name) {
    try {
      return Files.readAllBytes(resource(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path resource(String name) {
    URL url = Objects.requireNonNull(SfmComponent.class.getResource("/python/" + name), name);
    try {
      return Path.of(url.toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    Runtime.getRuntime().removeShutdownHook(atExit);
  }
}
