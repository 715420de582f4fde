package io.nuthatch.database.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.database.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that writes is killed at random moments. Whatever it had acknowledged is there, and no transaction is there
 * in part. More rounds by {@code -Dnuthatch.rounds=200}, the same again by {@code -Dcrash.seed=…}.
 */
@Tag("slow")
class SqliteCrashTest {

  private static final int ROUNDS = Integer.getInteger("nuthatch.rounds", 20);
  private static final long SEED = Long.getLong("crash.seed", System.nanoTime());
  private static final int ROWS_EACH = 3;
  /** So many rounds go on in one directory, which grows with each. */
  private static final int ROUNDS_EACH = 20;

  @TempDir
  Path directory;

  /** Writes transactions from several threads and prints the key of each when it is durable, until killed. */
  static final class Victim {
    private Victim() {
    }

    public static void main(String[] arguments) throws InterruptedException {
      SqliteDatabase database = SqliteDatabase.open(Path.of(arguments[0]), SqliteSettings.defaults());
      String round = arguments[1];
      database.run(t -> t.update("CREATE TABLE IF NOT EXISTS parts (owner TEXT, part BIGINT, body TEXT)"));
      Thread[] threads = new Thread[8];
      for (int i = 0; i < threads.length; i++) {
        String thread = round + "-" + i + "-";
        threads[i] = Thread.ofVirtual().start(() -> {
          for (int n = 0; true; n++) {
            String key = thread + n;
            database.run(t -> {
              for (int part = 0; part < ROWS_EACH; part++) {
                t.update("INSERT INTO parts (owner, part, body) VALUES (?, ?, ?)", key, part, "x".repeat(2_000));
              }
            });
            System.out.println(key);
          }
        });
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }

  @Test
  void killedWriter_losesNothingAcknowledgedAndLeavesNothingInPart() throws IOException {
    Random random = new Random(SEED);
    Set<String> acknowledged = new HashSet<>();
    for (int round = 0; round < ROUNDS; round++) {
      Path data = directory.resolve("data-" + round / ROUNDS_EACH);
      if (round % ROUNDS_EACH == 0) {
        acknowledged.clear();
      }
      int lines = 1 + random.nextInt(400);
      try (ChildJvm victim = ChildJvm.start(Victim.class, data.toString(), Integer.toString(round))) {
        for (int i = 0; i < lines; i++) {
          acknowledged.add(String.valueOf(victim.line()));
        }
        victim.kill();
        for (String line = victim.line(); line != null; line = victim.line()) {
          acknowledged.add(line);
        }
      }
      Map<String, Integer> found = new HashMap<>();
      try (SqliteDatabase database = SqliteDatabase.open(data, SqliteSettings.defaults())) {
        database.read(r -> {
          r.each("SELECT owner FROM parts", row -> found.merge(row.text("owner"), 1, Integer::sum));
          return true;
        });
      }
      String which = "round " + round + " of seed " + SEED;
      Set<String> lost = new HashSet<>(acknowledged);
      lost.removeAll(found.keySet());
      assertThat(lost).as(which).isEmpty();
      assertThat(Set.copyOf(found.values())).as(which).containsOnly(ROWS_EACH);
    }
    System.out.println(ROUNDS + " rounds of seed " + SEED + ", nothing lost, nothing in part");
  }
}
