package io.nuthatch.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ServeSystemTest {

  @TempDir
  private Path directory;

  private Path data() {
    return directory.resolve("data");
  }

  @Test
  void program_saysWhenItIsReadyAndStopsWhenTold() throws Exception {
    try (ServedProgram program = ServedProgram.serve(data())) {
      assertThat(program.output().getLast()).matches("ready http=127\\.0\\.0\\.1:\\d+ thrift=\\S+");
      assertThat(program.send("GET", "/health/ready", "").statusCode()).isEqualTo(200);
      assertThat(program.stop()).isLessThan(Duration.ofSeconds(5));
    }
    assertThat(data().resolve("node.json")).doesNotExist();
  }

  @Test
  void firstStart_printsATokenOnce() throws Exception {
    String line;
    try (ServedProgram program = ServedProgram.serve(data(), "--set", "node.name=a")) {
      line = String.join("\n", program.output());
    }
    assertThat(line).as("the token was given in the environment").doesNotContain("admin token");
    Path other = directory.resolve("other");
    try (ServedProgram program = ServedProgram.serveWithoutToken(other)) {
      assertThat(program.output()).anyMatch(text -> text.startsWith("admin token, shown this once: nh_"));
    }
    try (ServedProgram program = ServedProgram.serveWithoutToken(other)) {
      assertThat(program.output()).noneMatch(text -> text.contains("nh_"));
    }
  }

  @Test
  void startThatFails_doesNotUseUpTheFirstToken() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(ServedProgram.run(List.of("env", "-u", "NUTHATCH_ADMIN_TOKEN"), data(), Map.of(), "--http-port",
          Integer.toString(taken.getLocalPort())).code()).isEqualTo(3);
    }
    try (ServedProgram program = ServedProgram.serveWithoutToken(data())) {
      assertThat(program.output()).anyMatch(text -> text.contains("nh_"));
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data()))).isEqualTo("rwx------");
  }

  @Test
  void secondProcessInTheDirectory_isRefusedInOneLine() throws Exception {
    try (ServedProgram program = ServedProgram.serve(data())) {
      ServedProgram.Ended second = ServedProgram.run(List.of(), data(), Map.of());
      assertThat(second.code()).isEqualTo(3);
      assertThat(second.err()).hasLineCount(1).contains(data().toString());
      assertThat(program.send("GET", "/health/ready", "").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void takenPort_isSaidInOneLine() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      ServedProgram.Ended ended = ServedProgram.run(List.of(), data(), Map.of(), "--http-port",
          Integer.toString(taken.getLocalPort()));
      assertThat(ended.code()).isEqualTo(3);
      assertThat(ended.err()).hasLineCount(1).contains("--http-port");
    }
  }

  @Test
  void directoryThatCannotBe_isSaidInOneLine() throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "");
    for (Path wrong : List.of(file, file.resolve("below"), Path.of("/proc/nuthatch"))) {
      ServedProgram.Ended ended = ServedProgram.run(List.of(), wrong, Map.of());
      assertThat(ended.code()).as(ended.err()).isEqualTo(3);
      assertThat(ended.err()).hasLineCount(1).contains(wrong.toString());
    }
  }

  @Test
  void wrongSettings_areListedAtOnce() throws Exception {
    Path config = Files.writeString(directory.resolve("nuthatch.conf"), "http.prot = 1\nlog.level = loud\n");
    ServedProgram.Ended ended = ServedProgram.run(List.of(), data(), Map.of("NUTHATCH_NODE_ROLES", "cook"), "--config",
        config.toString());
    assertThat(ended.code()).isEqualTo(3);
    assertThat(ended.err()).contains("3 problems", config + ":1", config + ":2", "NUTHATCH_NODE_ROLES");
    assertThat(data()).doesNotExist();
  }

  @Test
  void databaseThatCannotBeReached_isSaidInOneLine() throws Exception {
    ServedProgram.Ended ended = ServedProgram.run(List.of(), data(), Map.of(), "--set",
        "database.url=jdbc:postgresql://127.0.0.1:1/nuthatch?user=u&password=hunter2");
    assertThat(ended.code()).as(ended.err()).isEqualTo(3);
    assertThat(ended.err()).hasLineCount(1).contains("127.0.0.1:1").doesNotContain("hunter2");
  }

  /** A limit on the size of files stands for a full disk: writing fails in the same places. */
  @Test
  void fullDisk_isAProblemAndNothingIsLost() throws Exception {
    int kept = 0;
    try (ServedProgram program = ServedProgram.serveLimited(data(), 3000)) {
      int status = 201;
      for (int i = 0; i < 3000 && status == 201; i++) {
        var response = program.send("POST", "/api/v1/tokens",
            "{\"label\":\"" + "x".repeat(190) + i + "\",\"role\":\"viewer\"}");
        status = response.statusCode();
        kept += status == 201 ? 1 : 0;
        if (status != 201) {
          assertThat(status).as(response.body()).isEqualTo(507);
          assertThat(response.body()).contains("Out of space");
        }
      }
      assertThat(status).as("the limit was reached").isEqualTo(507);
      assertThat(program.send("GET", "/api/v1/tokens?limit=1", "").statusCode()).isEqualTo(200);
    }
    try (ServedProgram program = ServedProgram.serve(data())) {
      assertThat(count(program)).isBetween(kept, kept + 1);
    }
  }

  private static int count(ServedProgram program) throws IOException, InterruptedException {
    int count = 0;
    String cursor = "";
    do {
      var page = TestNode.json(program.send("GET", "/api/v1/tokens?limit=1000" + cursor, ""));
      for (var token : page.path("tokens")) {
        count += token.path("id").asString().equals("first") ? 0 : 1;
      }
      cursor = page.path("next_cursor").isNull() ? "" : "&cursor=" + page.path("next_cursor").asString();
    } while (!cursor.isEmpty());
    return count;
  }
}
