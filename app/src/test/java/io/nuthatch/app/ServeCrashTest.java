package io.nuthatch.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills the server under load, again and again: the next start works and nothing acknowledged is gone. */
@Tag("slow")
class ServeCrashTest {

  private static final int ROUNDS = Integer.getInteger("nuthatch.rounds", 8);

  @TempDir
  private Path directory;

  @Test
  void killedAtAnyTime_theNextStartHasEverythingAcknowledged() throws Exception {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    AtomicInteger numbers = new AtomicInteger();
    for (int round = 0; round < ROUNDS; round++) {
      try (ServedProgram program = ServedProgram.serve(directory.resolve("data"));
          ExecutorService callers = Executors.newFixedThreadPool(4)) {
        if (round > 0) {
          assertThat(lost(program, acknowledged)).as("round %d, seed %d", round, seed).isEmpty();
        }
        for (int caller = 0; caller < 4; caller++) {
          callers.execute(() -> createUntilKilled(program, numbers, acknowledged));
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50 + random.nextInt(400)));
        program.kill();
      }
    }
    try (ServedProgram program = ServedProgram.serve(directory.resolve("data"))) {
      assertThat(lost(program, acknowledged)).isEmpty();
      assertThat(program.send("GET", "/api/v1/audit?limit=1", "").statusCode()).isEqualTo(200);
    }
    assertThat(acknowledged).hasSizeGreaterThan(ROUNDS);
    System.out.println(ROUNDS + " rounds, " + acknowledged.size() + " acknowledged, none lost");
  }

  private static void createUntilKilled(ServedProgram program, AtomicInteger numbers, Set<String> acknowledged) {
    try {
      while (true) {
        String name = "op" + numbers.incrementAndGet();
        int status = program.send("POST", "/api/v1/operators", "{\"name\":\"" + name + "\",\"role\":\"viewer\"}")
            .statusCode();
        if (status == 201) {
          acknowledged.add(name);
        }
      }
    } catch (IOException | InterruptedException e) {
      // killed: what was not answered is not counted
    }
  }

  private static Set<String> lost(ServedProgram program, Set<String> acknowledged)
      throws IOException, InterruptedException {
    Set<String> lost = new HashSet<>(acknowledged);
    lost.removeAll(names(program));
    return lost;
  }

  private static Set<String> names(ServedProgram program) throws IOException, InterruptedException {
    Set<String> names = ConcurrentHashMap.newKeySet();
    String cursor = "";
    do {
      var page = TestNode.json(program.send("GET", "/api/v1/operators?limit=1000" + cursor, ""));
      page.path("operators").forEach(operator -> names.add(operator.path("name").asString()));
      cursor = page.path("next_cursor").isNull() ? "" : "&cursor=" + page.path("next_cursor").asString();
    } while (!cursor.isEmpty());
    return names;
  }
}
