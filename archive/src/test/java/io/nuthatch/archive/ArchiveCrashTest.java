package io.nuthatch.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that writes, indexes, syncs and seals is killed at random moments, and the next one takes its files over.
 * Whatever it had acknowledged is in the files once, with its index entry, and all files are valid. More rounds by
 * {@code -Dnuthatch.rounds=200}, the same again by {@code -Dcrash.seed=…}.
 */
@Tag("slow")
class ArchiveCrashTest {

  private static final int ROUNDS = Integer.getInteger("nuthatch.rounds", 10);
  private static final long SEED = Long.getLong("crash.seed", System.nanoTime());
  private static final String URL = "https://x.example/";

  @TempDir
  Path root;

  /** Takes over what is there, then writes numbered exchanges and prints each number when it is durable, until killed. */
  static final class Victim {
    private Victim() {
    }

    public static void main(String[] arguments) {
      Random random = new Random(Long.parseLong(arguments[1]));
      Archive archive = Archive.open(Path.of(arguments[0]), ArchiveSettings.defaults(), InstantSource.system());
      Provenance provenance = Provenance.of("h", "t", "s", "c");
      OpenWarc warc = null;
      for (OpenWarc left : archive.recover("h", archive.collection("s", "c")).open()) {
        if (warc != null) {
          warc.seal();
        }
        warc = left;
      }
      for (long number = Long.parseLong(arguments[2]); true; number++) {
        if (warc == null) {
          warc = archive.create(provenance);
        }
        String body = "number " + number + " " + "x".repeat(random.nextInt(20_000));
        Place place = warc.append(Samples.exchange(URL + number, body));
        warc.index(List.of(new ItemEntry(number, "p", Long.toString(number), Samples.START, "a", place.offset(),
            place.length(), 0)), warc.bytes());
        warc.sync();
        System.out.println(number);
        if (random.nextInt(20) == 0) {
          warc.seal();
          warc = null;
        }
      }
    }
  }

  @Test
  void killedWriter_losesNothingAcknowledged() throws IOException {
    Random random = new Random(SEED);
    Set<Long> acknowledged = new HashSet<>();
    for (int round = 0; round < ROUNDS; round++) {
      String which = "round " + round + " of seed " + SEED;
      Process victim = start(random.nextLong(), round * 1_000_000L);
      try (BufferedReader output = victim.inputReader(StandardCharsets.UTF_8)) {
        for (int lines = random.nextInt(60); lines >= 0; lines--) {
          acknowledged.add(Long.parseLong(String.valueOf(output.readLine())));
        }
        // Not by the process itself, which would close what can still be read.
        victim.toHandle().destroyForcibly();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
          acknowledged.add(Long.parseLong(line));
        }
      } finally {
        victim.destroyForcibly();
      }
      check(which, acknowledged);
    }
    System.out.println(ROUNDS + " rounds of seed " + SEED + ", " + acknowledged.size() + " records, none lost");
  }

  private void check(String which, Set<Long> acknowledged) throws IOException {
    Map<String, Integer> found = new HashMap<>();
    Set<Long> indexed = new HashSet<>();
    try (Archive archive = Archive.open(root, ArchiveSettings.defaults(), InstantSource.system())) {
      List<Path> files = new ArrayList<>(archive.sealed(archive.collection("s", "c")));
      for (OpenWarc open : archive.recover("h", archive.collection("s", "c")).open()) {
        open.close();
        files.add(open.path().resolveSibling(open.path().getFileName() + ".open"));
      }
      for (Path file : files) {
        assertThat(Verification.of(file).problems()).as(which).isEmpty();
        JwarcValidation.accepts(file);
        ItemIndex.read(ItemIndex.of(file), ItemFilter.all(), entry -> indexed.add(entry.postId()));
        try (WarcReader reader = WarcReader.open(file, WarcReader.Mode.STRICT)) {
          for (WarcRecord record = reader.next(); record != null; record = reader.next()) {
            if (record.type().equals("response")) {
              found.merge(String.valueOf(record.target()), 1, Integer::sum);
            }
          }
        }
      }
    }
    assertThat(Set.copyOf(found.values())).as(which).isSubsetOf(1);
    assertThat(found.keySet()).as(which)
        .containsAll(acknowledged.stream().map(number -> URL + number).toList());
    assertThat(indexed).as(which).containsAll(acknowledged);
  }

  private Process start(long seed, long first) throws IOException {
    List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx128m",
        "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"), Victim.class.getName(),
        root.toString(), Long.toString(seed), Long.toString(first));
    Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    return process;
  }
}
