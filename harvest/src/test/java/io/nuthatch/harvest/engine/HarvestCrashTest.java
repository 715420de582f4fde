package io.nuthatch.harvest.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.nuthatch.archive.Verification;
import io.nuthatch.database.Database;
import io.nuthatch.database.postgres.PostgresDatabase;
import io.nuthatch.database.postgres.PostgresSettings;
import io.nuthatch.database.sqlite.SqliteDatabase;
import io.nuthatch.database.sqlite.SqliteSettings;
import io.nuthatch.model.Json;
import io.nuthatch.simulator.servers.PostgresServer;
import io.nuthatch.simulator.servers.RabbitServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * A node is killed at a random moment while it harvests by calls and listens to a stream, again and again on the same
 * state. In the end every harvest has ended well, every file is valid and told of, and archive, index and content hold
 * everything the platform has.
 */
@Tag("slow")
class HarvestCrashTest {

  private static final int ROUNDS = 3;
  private static final int PER_ROUND = 150;
  private static final long CALLS = 1_000_000;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path directory;

  private final long seed = Long.getLong("nuthatch.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final ToyPlatform platform = new ToyPlatform();
  private long said;

  @Test
  void killedNode_embedded_losesNothing() throws Exception {
    killAgainAndAgain(List.of());
    try (Database database = SqliteDatabase.open(directory.resolve("database"), SqliteSettings.defaults())) {
      compare(database);
    }
  }

  @Test
  void killedNode_onPostgresAndRabbit_losesNothing() throws Exception {
    String jdbc = PostgresServer.shared().fresh();
    killAgainAndAgain(List.of(jdbc, RabbitServer.shared().url()));
    try (Database database = PostgresDatabase.open(jdbc, PostgresSettings.defaults())) {
      compare(database);
    }
  }

  private int rounds() {
    String asked = System.getProperty("nuthatch.rounds", "");
    return asked.isEmpty() ? ROUNDS : Integer.parseInt(asked);
  }

  private void killAgainAndAgain(List<String> servers) throws Exception {
    try (platform) {
      for (int round = 0; round < rounds(); round++) {
        platform.publish("birds", (long) round * PER_ROUND + 1, (long) (round + 1) * PER_ROUND);
        run("h" + round, "go", servers, random.nextInt(2500));
      }
      run("last", "finish", servers, -1);
    }
  }

  private void run(String harvest, String how, List<String> servers, int millis) throws Exception {
    List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m", "--enable-native-access=ALL-UNNAMED", "-cp",
        System.getProperty("java.class.path"), CrashChild.class.getName(), directory.toString(), platform.url(),
        harvest, how));
    command.addAll(servers);
    Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
    Thread hook = new Thread(child::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(hook);
    List<String> lines = new ArrayList<>();
    try (BufferedReader reader = child.inputReader(StandardCharsets.UTF_8)) {
      for (String line = reader.readLine(); line != null && !line.equals("asked"); line = reader.readLine()) {
        lines.add(line);
      }
      if (millis >= 0) {
        talk(millis);
        assertThat(child.toHandle().destroyForcibly()).isTrue();
      } else {
        await().atMost(Duration.ofMinutes(1)).until(() -> platform.listeners() == 1);
        child.getOutputStream().write('\n');
        child.getOutputStream().flush();
      }
      reader.lines().forEach(lines::add);
      assertThat(child.waitFor(3, TimeUnit.MINUTES)).as(where(lines)).isTrue();
      assertThat(millis >= 0 || lines.contains("finished")).as(where(lines)).isTrue();
    } finally {
      child.destroyForcibly();
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }

  private String where(List<String> lines) {
    return "seed " + seed + ", files in " + directory + "\n" + String.join("\n", lines);
  }

  /** Says something on the stream now and then until the time is over. */
  private void talk(int millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    await().pollInterval(Duration.ofMillis(100)).atMost(Duration.ofMinutes(1)).until(() -> {
      platform.say("calls", CALLS + ++said);
      return System.nanoTime() >= end;
    });
  }

  private void compare(Database database) throws IOException {
    String where = "seed " + seed + ", files in " + directory;
    Path root = directory.resolve("archive");
    Set<Long> exist = new HashSet<>(LongStream.rangeClosed(1, (long) rounds() * PER_ROUND).boxed().toList());
    LongStream.rangeClosed(CALLS + 1, CALLS + said).forEach(exist::add);
    assertThat(TestNode.archived(root).keySet()).as(where).containsExactlyInAnyOrderElementsOf(exist);
    Set<Long> kept = new HashSet<>(database.read(reading -> reading.list("SELECT native_id FROM kept_posts",
        row -> Long.parseLong(row.text("native_id")))));
    assertThat(kept).as(where).isEqualTo(exist);
    assertThat(database.<Long>read(reading -> reading.number("SELECT count(*) FROM gaps WHERE state <> 'closed'")))
        .as(where).isZero();
    files(database, root, where);
    statuses(database, where);
  }

  private static void files(Database database, Path root, String where) {
    assertThat(TestNode.files(root, ".open")).as(where).isEmpty();
    Map<String, String> told = new HashMap<>();
    for (JsonNode created : heard(database, "warc_created")) {
      told.put(created.path("warc").path("path").asString(), created.path("warc").path("sha1").asString());
    }
    for (Path file : TestNode.files(root, ".warc.gz")) {
      Verification.Report report = Verification.of(file, told.get(file.toString()));
      assertThat(report.problems()).as(where).isEmpty();
      assertThat(told).as(where).containsKey(file.toString());
    }
  }

  private void statuses(Database database, String where) {
    Map<String, List<JsonNode>> byHarvest = new HashMap<>();
    for (JsonNode status : heard(database, "harvest.status.toy.toy_search")) {
      byHarvest.computeIfAbsent(status.path("id").asString(), _ -> new ArrayList<>()).add(status);
    }
    assertThat(byHarvest).as(where).hasSize(rounds() + 1);
    byHarvest.forEach((id, statuses) -> {
      List<JsonNode> ends = statuses.stream().filter(status -> status.path("status").asString().startsWith("completed"))
          .toList();
      assertThat(ends).as("%s: %s", where, id).isNotEmpty()
          .allMatch(end -> end.path("status").asString().equals("completed success"));
      assertThat(ends.stream().map(end -> end.path("sequence").asLong()).distinct()).as("%s: %s", where, id).hasSize(1);
    });
  }

  private static List<JsonNode> heard(Database database, String key) {
    return database.read(reading -> reading.list("SELECT body FROM heard WHERE routing_key = ?",
        row -> Json.tree(row.text("body")), key));
  }
}
