package io.nuthatch.queue.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.model.NuthatchException.Kind;
import io.nuthatch.queue.Job;
import io.nuthatch.queue.JobState;
import io.nuthatch.queue.NewJob;
import io.nuthatch.queue.QueueException;
import io.nuthatch.queue.TurnedClock;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that were torn, cut off or changed: what can be read is, the rest is named with file and offset. */
class DamagedFilesTest {

  private static final EmbeddedSettings SETTINGS = EmbeddedSettings.defaults().withSegments(1 << 16, 1000);
  private static final int PAGED = 1000;
  private static final int JOURNALED = 50;

  @TempDir
  Path directory;

  @TempDir
  Path good;

  private final TurnedClock clock = new TurnedClock();

  private EmbeddedJobQueue open() {
    return EmbeddedJobQueue.open(directory, SETTINGS, clock.time());
  }

  /** A queue with jobs in a page and, behind them, some in the journal. */
  private Set<String> fill() {
    Set<String> all = new TreeSet<>();
    try (EmbeddedJobQueue queue = open()) {
      for (int i = 0; i < PAGED + JOURNALED; i++) {
        String data = "job number " + i;
        all.add(data);
        queue.schedule(List.of(NewJob.in("a", data, Duration.ofMillis(i))));
        if (i == PAGED) {
          Awaitility.await().until(() -> !files("page").isEmpty());
        }
      }
      Awaitility.await().until(() -> files("segment").size() <= 2);
    }
    return all;
  }

  private List<Path> files(String kind) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.getFileName().toString().startsWith(kind)).sorted().toList();
    }
  }

  private static void flip(Path file, long offset) throws IOException {
    try (var open = new RandomAccessFile(file.toFile(), "rw")) {
      open.seek(offset);
      int old = open.read();
      open.seek(offset);
      open.write(old ^ 0x10);
    }
  }

  private static void cut(Path file, long length) throws IOException {
    try (var open = new RandomAccessFile(file.toFile(), "rw")) {
      open.setLength(length);
    }
  }

  private Path journal() throws IOException {
    return files("segment").getFirst();
  }

  private Set<String> readAll(EmbeddedJobQueue queue) {
    clock.advance(Duration.ofDays(1));
    Set<String> all = new TreeSet<>();
    for (List<Job> some = some(queue); !some.isEmpty(); some = some(queue)) {
      some.forEach(job -> assertThat(all.add(job.text())).isTrue());
      assertThat(queue.done(some.stream().map(Job::lease).toList())).isEmpty();
    }
    return all;
  }

  private static List<Job> some(EmbeddedJobQueue queue) {
    return queue.take("a", 100, Duration.ofMinutes(1));
  }

  private void assertRefused(Path file, long offset) {
    assertThatThrownBy(this::open).isInstanceOfSatisfying(QueueException.class, e -> {
      assertThat(e.kind()).isEqualTo(Kind.BROKEN);
      assertThat(e).hasMessageContaining(file.getFileName().toString()).hasMessageContaining("offset " + offset);
    });
  }

  private static long endOf(Path segment) throws IOException {
    byte[] bytes = Files.readAllBytes(segment);
    int end = bytes.length;
    while (bytes[end - 1] == 0) {
      end--;
    }
    return Frame.aligned(end);
  }

  @Test
  void tornTail_isMovedAsideAndReported_andTheRestIsThere() throws IOException {
    Set<String> all = fill();
    long end = endOf(journal());
    try (var file = new RandomAccessFile(journal().toFile(), "rw")) {
      file.seek(end);
      file.write("half a frame that the machine stopped in".getBytes(StandardCharsets.UTF_8));
    }

    try (EmbeddedJobQueue queue = open()) {
      assertThat(queue.damages()).singleElement().satisfies(damage -> assertThat(damage.offset()).isEqualTo(end));
      assertThat(files("torn")).hasSize(1);
      assertThat(readAll(queue)).isEqualTo(all);
    }
    try (EmbeddedJobQueue queue = open()) {
      assertThat(queue.damages()).as("seen to once").isEmpty();
    }
  }

  @Test
  void changedByteInTheMiddleOfTheJournal_isRefused() throws IOException {
    fill();
    flip(journal(), 2000);

    assertThatThrownBy(this::open).isInstanceOf(QueueException.class)
        .hasMessageContaining(journal().getFileName().toString()).hasMessageContaining("offset 1");
  }

  @Test
  void segmentCutOff_isRefused() throws IOException {
    fill();
    long end = endOf(journal()) - 20;
    Path file = journal();
    cut(file, end);

    assertRefused(file, end);
  }

  @Test
  void changedByteInAPage_hidesItsBlockOnly_andIsReported() throws IOException {
    Set<String> all = fill();
    Path page = files("page").getFirst();
    flip(page, 10_000);

    try (EmbeddedJobQueue queue = open()) {
      Set<String> found = readAll(queue);

      assertThat(all).containsAll(found);
      assertThat(found).hasSize(all.size() - Page.BLOCK);
      assertThat(queue.damages()).singleElement().satisfies(damage -> {
        assertThat(damage.file()).isEqualTo(page);
        assertThat(damage.jobs()).isEqualTo(Page.BLOCK);
        assertThat(damage.offset()).isBetween(1L, 10_000L);
      });
      assertThat(queue.counts().getFirst().waiting()).as("they still count").isEqualTo(Page.BLOCK);
    }
    assertThat(page).as("the evidence stays").exists();
  }

  @Test
  void pageCutOff_isRefused() throws IOException {
    fill();
    Path page = files("page").getFirst();
    cut(page, Files.size(page) - 100);

    assertThatThrownBy(this::open).isInstanceOf(QueueException.class)
        .hasMessageContaining(page.getFileName().toString()).hasMessageContaining("offset");
  }

  @Test
  void changedCheckpoint_isRefused() throws IOException {
    fill();
    flip(directory.resolve(Checkpoint.FILE), 30);

    assertRefused(directory.resolve(Checkpoint.FILE), 8);
  }

  @Test
  void anyByteChanged_isNeverPassedOverInSilence() throws IOException {
    Set<String> all = fill();
    copy(directory, good);
    var random = new Random(99);
    for (int i = 0; i < 150; i++) {
      clear();
      copy(good, directory);
      List<Path> files = new ArrayList<>(files("page"));
      files.add(journal());
      files.add(directory.resolve(Checkpoint.FILE));
      Path file = files.get(random.nextInt(files.size()));
      long offset = random.nextLong(Files.size(file));
      flip(file, offset);
      String where = file.getFileName() + " at " + offset;
      try (EmbeddedJobQueue queue = open()) {
        Set<String> found = readAll(queue);
        boolean whole = found.equals(all) && queue.peek("a", JobState.BURIED, 1).isEmpty();
        assertThat(whole || !queue.damages().isEmpty()).as(where).isTrue();
      } catch (QueueException e) {
        assertThat(e.kind()).as(where).isEqualTo(Kind.BROKEN);
        assertThat(e).as(where).hasMessageContaining("offset");
      }
    }
    clear();
    copy(good, directory);
  }

  private void clear() throws IOException {
    for (Path file : files("")) {
      Files.delete(file);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }
}
