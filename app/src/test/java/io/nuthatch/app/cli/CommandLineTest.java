package io.nuthatch.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.app.Nuthatch;
import io.nuthatch.app.TestNode;
import io.nuthatch.model.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CommandLineTest {

  @TempDir
  private Path directory;

  private record Result(int code, String out, String err) {
  }

  private static Result run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command = Nuthatch.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return new Result(command.execute(arguments), out.toString(), err.toString());
  }

  @Test
  void runningNode_isFoundByItsDirectoryAndNeedsNoToken() {
    try (TestNode node = TestNode.start(directory)) {
      Result status = run("status", "--data", directory.toString());
      assertThat(status.code).isZero();
      assertThat(status.out).contains("ready", "sqlite").doesNotContain("Exception");
      assertThat(run("operator", "add", "ada", "--role", "admin", "--no-password", "--data", directory.toString()).out)
          .isEqualTo("added ada as admin" + System.lineSeparator());
      assertThat(node.get("/api/v1/operators/ada").statusCode()).isEqualTo(200);
      assertThat(node.get("/api/v1/audit").body()).contains("\"actor\":\"local\",\"via\":\"local\"");
    }
  }

  @Test
  void stoppedNode_isServedByTheCommandItself() {
    TestNode.start(directory).close();

    assertThat(run("operator", "add", "ada", "--role", "admin", "--no-password", "--data", directory.toString()).code)
        .isZero();
    Result list = run("operator", "list", "--data", directory.toString());
    assertThat(list.out.lines().toList()).hasSize(2);
    assertThat(list.out).startsWith("NAME").contains("ada   admin");
    assertThat(directory.resolve("node.json")).doesNotExist();
  }

  @Test
  void tables_arePrintedAsJsonOnDemand() {
    try (TestNode node = TestNode.start(directory)) {
      Result made = run("token", "create", "nightly", "--role", "viewer", "--days", "3", "--data",
          directory.toString());
      assertThat(node.send("GET", "/api/v1/me", made.out.strip(), "").statusCode()).isEqualTo(200);
      Result list = run("token", "list", "--json", "--data", directory.toString());
      assertThat(Json.tree(list.out).findValuesAsString("label")).containsExactlyInAnyOrder("first start", "nightly");
      assertThat(run("audit", "--limit", "1", "--data", directory.toString()).out).contains("token.create");
    }
  }

  @Test
  void serverAndToken_canBeNamed() {
    try (TestNode node = TestNode.start(directory)) {
      assertThat(run("status", "--server", node.url(), "--token", TestNode.ADMIN).code).isZero();
      Result wrong = run("status", "--server", node.url(), "--token", "nh_wrong");
      assertThat(wrong.code).isEqualTo(ExitCode.NOT_ALLOWED);
      assertThat(wrong.err.strip()).isEqualTo("nuthatch: the token is unknown, expired or revoked");
      assertThat(run("operator", "remove", "zoe", "--server", node.url(), "--token", TestNode.ADMIN).code)
          .isEqualTo(ExitCode.NO_SUCH_THING);
    }
    Result gone = run("status", "--server", "http://127.0.0.1:1", "--token", "x");
    assertThat(gone.code).isEqualTo(ExitCode.NOT_REACHABLE);
    assertThat(gone.err).contains("no node answers at http://127.0.0.1:1").hasLineCount(1);
  }

  @Test
  void noNodeAndNoData_isSaidInOneLine() {
    Result result = run("status", "--data", directory.resolve("none").toString());
    assertThat(result.code).isEqualTo(ExitCode.NOT_REACHABLE);
    assertThat(result.err).contains("no node runs in", "nuthatch serve --data").hasLineCount(1);
    assertThat(directory.resolve("none")).doesNotExist();
  }

  @Test
  void statusOfAStoppedNode_isNotReachable() {
    TestNode.start(directory).close();
    assertThat(run("status", "--data", directory.toString()).code).isEqualTo(ExitCode.NOT_REACHABLE);
  }

  @Test
  void staleNodeFile_isNotBelieved() throws IOException {
    TestNode.start(directory).close();
    Files.writeString(directory.resolve("node.json"),
        "{\"address\":\"http://127.0.0.1:1\",\"secret\":\"x\",\"pid\":" + ProcessHandle.current().pid() + "}");
    assertThat(run("token", "list", "--data", directory.toString()).out).contains("first start");
  }

  @Test
  void anyDirectory_isNotTakenForData() {
    assertThat(run("token", "list", "--data", directory.toString()).code).isEqualTo(ExitCode.NOT_REACHABLE);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void serverThatIsNoAddress_isSaid() {
    assertThat(run("status", "--server", "localhost:8420", "--token", "x").err).contains("http://host:8420")
        .hasLineCount(1);
  }

  @Test
  void wrongUsage_isExplainedWithHelp() {
    Result result = run("operator", "add");
    assertThat(result.code).isEqualTo(2);
    assertThat(result.err).contains("Missing required", "Usage: nuthatch operator add");
    assertThat(run().code).isEqualTo(2);
    assertThat(run("fly").err).contains("fly");
    assertThat(run("operator", "change", "ada").err).contains("nothing to change");
  }

  @Test
  void wrongSettings_areAllListed() {
    Result result = run("serve", "--data", directory.toString(), "--http-port", "x", "--set", "a.b=c");
    assertThat(result.code).isEqualTo(ExitCode.CANNOT_START);
    assertThat(result.err).contains("2 problems in the settings", "http.port takes a port", "unknown setting a.b");
  }

  @Test
  void help_namesEveryCommand() {
    assertThat(run("--help").out).contains("serve", "demo", "config", "operator", "token", "Exit codes");
    for (String command : Nuthatch.commandLine().getSubcommands().keySet()) {
      assertThat(run(command, "--help").out).as(command).contains("Usage:");
    }
  }

  @Test
  void completion_isAScriptForTheShell() {
    assertThat(run("completion").out).contains("_complete_nuthatch");
  }
}
