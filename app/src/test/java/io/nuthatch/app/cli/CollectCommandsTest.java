package io.nuthatch.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.app.Nuthatch;
import io.nuthatch.app.Person;
import io.nuthatch.app.Surroundings;
import io.nuthatch.app.TestNode;
import io.nuthatch.model.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** The nouns of collecting on the command line, against a running node. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CollectCommandsTest {

  private Path directory;
  private Surroundings around;
  private TestNode node;
  private String credential;

  private record Result(int code, String out, String err) {
  }

  @BeforeAll
  void start(@TempDir Path temporary) {
    directory = temporary;
    around = new Surroundings();
    node = TestNode.start(directory.resolve("data"), around.settings());
    credential = Person.admin(node).made("/api/v1/credentials", around.newCredential("twitter")).path("id").asString();
  }

  @AfterAll
  void stop() {
    node.close();
    around.close();
  }

  private Result run(String... words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command = Nuthatch.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--data", directory.resolve("data").toString()));
    return new Result(command.execute(all.toArray(String[]::new)), out.toString(), err.toString());
  }

  /** The last word of a command that must do what it says. */
  private String id(String... words) {
    Result result = run(words);
    assertThat(result.code).as(result.err).isZero();
    return result.out.strip().lines().findFirst().orElse("").replaceAll(".* ", "");
  }

  private JsonNode json(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.add("--json");
    Result result = run(all.toArray(String[]::new));
    assertThat(result.code).as(result.err).isZero();
    return Json.tree(result.out);
  }

  private String set(String name) {
    return id("set", "add", name, "--group", id("group", "add", name));
  }

  private String collection(String name, String... more) {
    List<String> words = new ArrayList<>(List.of("collection", "add", name, "--set", set(name), "--type",
        "twitter_user_timeline", "--credential", credential));
    words.addAll(List.of(more));
    return id(words.toArray(String[]::new));
  }

  @Test
  void groups_areMadeFilledAndRemoved() {
    String group = id("group", "add", "Reading room");
    run("operator", "add", "ada", "--role", "editor", "--no-password");
    assertThat(run("group", "put", group, "ada", "--role", "editor").code).isZero();
    assertThat(run("group", "members", group).out).contains("ada", "editor");
    assertThat(run("group", "remove", group, "ada").code).isZero();
    assertThat(run("group", "list").out).startsWith("ID").contains("Reading room");
    assertThat(json("group", "list").findValuesAsString("name")).contains("Reading room");
    assertThat(run("group", "add", "reading ROOM").err).contains("already");
    assertThat(run("group", "delete", group).code).isZero();
    assertThat(run("group", "members", group).code).isEqualTo(ExitCode.NO_SUCH_THING);
  }

  @Test
  void sets_areMadeChangedAndRemoved() {
    String made = set("Councils");
    assertThat(run("set", "change", made, "--name", "Town councils", "--note", "clearer").code).isZero();
    assertThat(run("set", "list").out).contains("Town councils");
    assertThat(json("set", "list").findValuesAsString("id")).contains(made);
    assertThat(run("set", "add", "Nowhere", "--group", "none").code).isEqualTo(ExitCode.NO_SUCH_THING);
    assertThat(run("set", "add", "Nowhere").err).contains("--group");
    assertThat(run("set", "delete", made).code).isZero();
  }

  @Test
  void collections_areMadeChangedForeseenAndDeleted() throws IOException {
    Path file = Files.writeString(directory.resolve("accounts.txt"), "gwu\nnot a name\n");
    Result made = run("collection", "add", "Universities", "--set", set("Universities"), "--type",
        "twitter_user_timeline", "--credential", credential, "--seed", "Library", "--seeds-file", file.toString(),
        "--option", "incremental=false");
    assertThat(made.out).contains("made collection", "line 3: ", "not a screen name");
    String id = made.out.lines().findFirst().orElse("").replaceAll(".* ", "");
    assertThat(run("collection", "show", id).out).contains("\"incremental\" : false", "\"active_seeds\" : 2");
    assertThat(run("collection", "change", id, "--schedule", "every 4h", "--note", "slower").code).isZero();
    assertThat(run("collection", "list").out).contains("Universities", "every 4h");
    assertThat(json("collection", "list").findValuesAsString("collection_id")).contains(id);
    assertThat(run("collection", "history", id).out).contains("slower", "every 4h");
    assertThat(run("collection", "forecast", id).out).contains("2 seeds", "assumed", "calls of");
    assertThat(json("collection", "forecast", id).path("seeds").asInt()).isEqualTo(2);
    assertThat(run("collection", "gaps", id).out).startsWith("STATE");
    assertThat(run("collection", "on", id).code).isZero();
    assertThat(run("collection", "delete", id, "--yes").err).contains("turn it off first");
    assertThat(run("collection", "off", id).code).isZero();
    assertThat(run("collection", "finish", id).code).isZero();
    assertThat(run("collection", "reopen", id).code).isZero();
    assertThat(run("collection", "delete", id).err).contains("--yes");
    assertThat(run("collection", "delete", id, "--yes").code).isZero();
    assertThat(run("collection", "show", id).code).isEqualTo(ExitCode.NO_SUCH_THING);
  }

  @Test
  void collectionThatIsWronglyAskedFor_isRefusedInOneLine() {
    String home = set("Wrong");
    assertThat(run("collection", "add", "x", "--set", home, "--type", "fax").err).contains("fax").hasLineCount(1);
    assertThat(run("collection", "add", "x", "--set", home, "--type", "twitter_search", "--schedule", "often").err)
        .contains("often").hasLineCount(1);
    assertThat(run("collection", "add", "x", "--set", home, "--type", "twitter_search", "--seeds-file", "/none").err)
        .contains("cannot read /none");
    assertThat(run("collection", "run", "none").code).isEqualTo(ExitCode.NO_SUCH_THING);
    assertThat(run("collection", "types").out).contains("twitter_user_timeline", "flickr_user", "web");
  }

  @Test
  void seeds_areAddedImportedAndChanged() throws IOException {
    String id = collection("Seeds");
    String seed = id("seed", "add", id, "gwu");
    assertThat(run("seed", "add", id, "no good").err).contains("not a screen name").hasLineCount(1);
    Path file = Files.writeString(directory.resolve("seeds.csv"), "token,uid\nLibrary,\nno good,\ngwu,\n");
    assertThat(run("seed", "import", id, file.toString()).out)
        .startsWith("added 1, there already 1, refused 1").contains("line 3: ");
    assertThat(run("seed", "change", seed, "--no-active", "--note", "left").code).isZero();
    assertThat(run("seed", "list", id).out).contains("Library", "no");
    assertThat(json("seed", "list", id).findValuesAsString("token")).containsExactlyInAnyOrder("gwu", "Library");
    assertThat(run("seed", "change", "none", "--no-active").code).isEqualTo(ExitCode.NO_SUCH_THING);
  }

  @Test
  void credentials_areListedTakenOutOfUseAndNeverShown() {
    assertThat(run("credential", "list").out).startsWith("ID").contains("twitter", "ours");
    assertThat(json("credential", "list").toString()).doesNotContain(around.credential("twitter").values());
    String other = Person.admin(node).made("/api/v1/credentials", around.newCredential("flickr")).path("id").asString();
    assertThat(run("credential", "change", other, "--no-active", "--name", "old").code).isZero();
    assertThat(run("credential", "list").out).contains("old");
    assertThat(run("credential", "quotas").out).startsWith("PLATFORM");
    assertThat(run("credential", "add", "twitter2", "ours").code).as("no terminal, nothing in the environment")
        .isNotZero();
    assertThat(run("credential", "add", "twitter", "ours").err).contains("NUTHATCH_CONSUMER_KEY");
  }

  @Test
  void harvest_isStartedWatchedAndListed() {
    around.person("Watched", 2);
    String id = collection("Watched", "--seed", "Watched", "--on");
    String harvest = id("collection", "run", id);
    Result watched = run("harvest", "watch", harvest);
    assertThat(watched.code).as(watched.out + watched.err).isZero();
    assertThat(watched.out.strip().lines().toList().getLast()).startsWith("completed success: 2 items, 1 WARCs");
    assertThat(run("harvest", "list", "--collection", id).out).contains(harvest, "completed");
    assertThat(json("harvest", "list", "--collection", id)).hasSize(1);
    assertThat(run("harvest", "show", harvest).out).contains("\"sha1\"");
    assertThat(run("harvest", "stop", harvest).err).contains("is over").hasLineCount(1);
    assertThat(run("harvest", "void", harvest).code).isNotZero();
    assertThat(run("harvest", "show", "none").code).isEqualTo(ExitCode.NO_SUCH_THING);
    assertThat(run("credential", "quotas").out).contains("statuses/user_timeline");
  }
}
