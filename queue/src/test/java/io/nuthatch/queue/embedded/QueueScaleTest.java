package io.nuthatch.queue.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a job costs with few and with many pending, in a process that has no more than one gibibyte of heap to do it
 * with. {@code nuthatch.jobs} says how many; at a hundred million the cost must be flat, with fewer it is only printed,
 * for a short run on a busy machine says little.
 */
@Tag("slow")
class QueueScaleTest {

  private static final int PROOF = 100_000_000;

  @TempDir
  Path directory;

  @Test
  void manyPending_costNoMoreThanFew() throws Exception {
    int jobs = Integer.getInteger("nuthatch.jobs", 1_000_000);
    Map<String, Double> figures = run(jobs);

    double schedule = figure(figures, "schedule-many") / figure(figures, "schedule-few");
    double take = figure(figures, "take-many") / figure(figures, "take-few");
    System.out.printf("%,d jobs %s%nflat schedule %.2f take+done %.2f%n", jobs, figures, schedule, take);
    assertThat(figure(figures, "found")).as("jobs found after reopening").isEqualTo(figure(figures, "left"));
    assertThat(figure(figures, "reopen-seconds")).isLessThan(10);
    if (jobs >= PROOF) {
      assertThat(schedule).as("cost of scheduling, many to few").isLessThan(1.2);
      assertThat(take).as("cost of taking and finishing, many to few").isLessThan(1.2);
    }
  }

  private static double figure(Map<String, Double> figures, String name) {
    return Objects.requireNonNull(figures.get(name), () -> name + " is not among " + figures);
  }

  private Map<String, Double> run(int jobs) throws IOException, InterruptedException {
    Process child = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx1g",
        "-cp", System.getProperty("java.class.path"), ScaleChild.class.getName(), directory.toString(),
        Integer.toString(jobs)).redirectErrorStream(true).start();
    var hook = new Thread(child::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(hook);
    Map<String, Double> figures = new HashMap<>();
    List<String> other = new ArrayList<>();
    try (BufferedReader lines = child.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        int equals = line.indexOf('=');
        if (line.startsWith("figure ") && equals > 0) {
          figures.put(line.substring(7, equals), Double.valueOf(line.substring(equals + 1)));
        } else {
          other.add(line);
        }
      }
      assertThat(child.waitFor()).as(() -> "the child said " + other).isZero();
    } finally {
      child.destroyForcibly();
      Runtime.getRuntime().removeShutdownHook(hook);
    }
    return figures;
  }
}
