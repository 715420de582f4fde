package io.nuthatch.simulator.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerProcessTest {

  @TempDir
  Path temporary;

  /** A program that starts a server, tells its id and waits for its own end. */
  static final class Starter {
    private Starter() {
    }

    public static void main(String[] arguments) throws IOException {
      // Two processes in the group, so that the test sees whether both end.
      ServerProcess server = start(Path.of(arguments[0]), "sleep 600 & echo $! >child; wait");
      server.awaitReady(() -> Files.exists(Path.of(arguments[0], "child")), Duration.ofSeconds(10));
      System.out.println("started");
      System.in.read();
    }
  }

  private static ServerProcess start(Path directory, String script) {
    return ServerProcess.start("sleeper", directory, List.of("/bin/sh", "-c", script), Map.of());
  }

  private Path directory() throws IOException {
    return Files.createDirectory(temporary.resolve("server"));
  }

  @Test
  void closedServer_isGoneWithItsDirectory() throws IOException {
    Path directory = directory();
    ServerProcess server = start(directory, "sleep 600");
    assertThat(server.alive()).isTrue();
    server.close();
    assertThat(server.alive()).isFalse();
    assertThat(directory).doesNotExist();
  }

  @Test
  void killedServer_leavesItsDirectoryUntilClosed() throws IOException {
    Path directory = directory();
    ServerProcess server = start(directory, "sleep 600");
    server.kill();
    assertThat(server.alive()).isFalse();
    assertThat(directory).exists();
    server.close();
    assertThat(directory).doesNotExist();
  }

  @Test
  void serverThatDoesNotStart_tellsWhyAndKeepsItsDirectory() throws IOException {
    Path directory = directory();
    ServerProcess server = start(directory, "echo no port for me; exit 3");
    assertThatThrownBy(() -> server.awaitReady(() -> false, Duration.ofSeconds(10)))
        .isInstanceOf(ServerException.class).hasMessageContaining("ended while starting")
        .hasMessageContaining(directory.toString()).hasMessageContaining("no port for me");
    assertThat(directory).exists();
  }

  @Test
  void serverThatIsNeverReady_isEnded() throws IOException {
    ServerProcess server = start(directory(), "sleep 600");
    assertThatThrownBy(() -> server.awaitReady(() -> false, Duration.ofMillis(100)))
        .isInstanceOf(ServerException.class).hasMessageContaining("not ready");
    assertThat(server.alive()).isFalse();
  }

  @Test
  void killOfTheStarter_endsTheServer() throws IOException {
    Path directory = directory();
    Process starter = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
        System.getProperty("java.class.path"), Starter.class.getName(), directory.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader said = starter.inputReader()) {
      assertThat(said.readLine()).isEqualTo("started");
      long child = Long.parseLong(Files.readString(directory.resolve("child")).strip());
      assertThat(ProcessHandle.of(child)).isPresent();
      starter.destroyForcibly();
      await().atMost(Duration.ofSeconds(10)).until(() -> !running(child) && !Files.exists(directory));
    } finally {
      starter.destroyForcibly();
    }
  }

  /** A process whose parent has not yet taken note of its end counts as ended. */
  private static boolean running(long pid) throws IOException {
    Path status = Path.of("/proc", Long.toString(pid), "stat");
    return Files.exists(status) && !Files.readString(status).contains(") Z ");
  }

  @Test
  void missingProgram_isNamedWithItsPackage() {
    assertThatThrownBy(() -> Programs.find("no-such-server", "some-package")).isInstanceOf(ServerException.class)
        .hasMessage("no-such-server is not installed; on Debian: apt-get install some-package");
  }
}
