package io.nuthatch.queue.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.queue.Job;
import io.nuthatch.queue.QueueTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often a job was given is remembered however often the queue is opened and its files are tidied. */
class AttemptsSurviveTest {

  @TempDir
  private Path directory;

  private EmbeddedJobQueue open() {
    return EmbeddedJobQueue.open(directory, EmbeddedSettings.defaults(), QueueTime.system());
  }

  private List<Path> segments() {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.getFileName().toString().startsWith("segment-")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void segmentWithTheTakesIsFlushedBetweenTwoOpenings_attemptsStillCount() {
    try (EmbeddedJobQueue queue = open()) {
      queue.schedule("mail", new byte[]{1}, Duration.ZERO);
      assertThat(queue.take("mail", 1, Duration.ofMinutes(5))).extracting(Job::attempt).containsExactly(1);
    }
    for (int attempt = 2; attempt <= 4; attempt++) {
      Path oldest = segments().getFirst();
      try (EmbeddedJobQueue _ = open()) {
        // the one in use and the one made ahead of need are left
        Awaitility.await().until(() -> !Files.exists(oldest) && segments().size() == 2);
      }
      try (EmbeddedJobQueue queue = open()) {
        assertThat(queue.take("mail", 1, Duration.ofMinutes(5))).extracting(Job::attempt).containsExactly(attempt);
      }
    }
  }
}
