package io.nuthatch.app.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.nuthatch.app.Problem;
import io.nuthatch.app.archive.ArchiveTask.State;
import io.nuthatch.app.security.Caller;
import io.nuthatch.archive.ItemIndex;
import io.nuthatch.archive.SealedWarc;
import io.nuthatch.archive.Verification;
import io.nuthatch.feed.content.Page;
import io.nuthatch.feed.content.StoredPost;
import io.nuthatch.harvest.catalog.Viewer;
import io.nuthatch.harvest.catalog.Warc;
import io.nuthatch.harvest.catalog.Warc.FixityResult;
import io.nuthatch.model.PostName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveDeskTest {

  @TempDir
  private Path directory;
  private ArchiveRoom room;

  @BeforeEach
  void open() {
    room = new ArchiveRoom(directory);
    room.desk.tasks().work();
  }

  @AfterEach
  void close() {
    room.close();
  }

  private ArchiveTask done(ArchiveTask asked) {
    await().atMost(Duration.ofSeconds(60)).until(() -> room.desk.tasks().get(asked.id()).state().over());
    return room.desk.tasks().get(asked.id());
  }

  private List<StoredPost> posts() {
    return room.content.inCollection("c", Page.newest(100));
  }

  private long id(int tweet) {
    return room.content.ids(List.of(new PostName("twitter", Integer.toString(1_000 + tweet)))).values().iterator()
        .next();
  }

  private List<Warc> warcs() {
    return room.database.read(reading -> room.catalog.warcs().uncheckedSince(reading, room.clock.instant(), 10));
  }

  private static String items(Path warc) {
    List<String> names = new ArrayList<>();
    WarcFiles.items(warc, item -> names.add(item.name()));
    return names.stream().collect(Collectors.joining(" "));
  }

  @Test
  void contentMadeAnew_equalsWhatWas() {
    room.capture(ArchiveRoom.page(0, 5), ArchiveRoom.page(3, 8));
    room.capture("[" + ArchiveRoom.tweet(9, 4) + "]", "{\"errors\":[]}");
    List<StoredPost> before = posts();
    assertThat(before).hasSize(9);

    ArchiveTask task = done(room.desk.askRebuild(Caller.NODE, true, null));

    assertThat(task.state()).isEqualTo(State.DONE);
    assertThat(task.report().path("forgotten").asInt()).isEqualTo(9);
    assertThat(task.report().path("problems")).isEmpty();
    assertThat(posts()).isEqualTo(before);
    assertThat(room.content.observations(id(4))).hasSize(3);
    assertThat(room.content.countBySeed("c")).containsOnlyKeys("seed1");
    assertThat(done(room.desk.askRebuild(Caller.NODE, false, "c")).report().path("files").asInt()).isEqualTo(2);
    assertThat(posts()).isEqualTo(before);
    assertThatThrownBy(() -> room.desk.askRebuild(Caller.NODE, true, "c")).isInstanceOf(Problem.class);
  }

  @Test
  void takenDownPost_leavesContentArchiveAndIndexes() throws IOException {
    SealedWarc first = room.capture(ArchiveRoom.page(0, 5), ArchiveRoom.page(3, 8));
    SealedWarc second = room.capture("[" + ArchiveRoom.tweet(9, 4) + "," + ArchiveRoom.tweet(10, 0) + "]");
    SealedWarc untouched = room.capture(ArchiveRoom.page(20, 22));
    long gone = id(4);
    long repost = id(9);

    ArchiveTask task = done(room.desk.askTakedown(Caller.NODE, List.of(gone), "court order 3", "the court"));

    assertThat(task.state()).as("%s", task.report()).isEqualTo(State.DONE);
    assertThat(task.report().path("files")).hasSize(2);
    assertThat(room.content.find(gone)).isEmpty();
    assertThat(room.content.find(repost)).as("it says what the removed post says").isEmpty();
    assertThat(first.path()).doesNotExist();
    assertThat(second.path()).doesNotExist();
    assertThat(untouched.path()).exists();
    for (Warc warc : warcs()) {
      Path file = Path.of(warc.path());
      assertThat(Verification.of(file, warc.content().sha1()).problems()).isEmpty();
      assertThat(items(file)).doesNotContain("twitter:1004", "twitter:1009");
      WarcFiles.records(file, record -> assertThat(record.type()).isIn("warcinfo", "response", "metadata"));
    }
    assertThat(posts()).hasSize(10).allSatisfy(post -> {
      var evidence = post.history().latest().evidence();
      assertThat(evidence).isNotNull();
      List<String> there = new ArrayList<>();
      WarcFiles.items(room.archive.resolve(evidence.warc()), item -> {
        if (item.offset() == evidence.offset()) {
          there.add(item.post());
        }
      });
      assertThat(there).contains(Long.toString(post.id()));
    });
    done(room.desk.askRebuild(Caller.NODE, true, null));
    assertThat(room.content.find(gone)).isEmpty();
    assertThat(posts()).hasSize(10);
    assertThat(room.database.<List<String>>read(reading -> reading.list("SELECT action FROM audit ORDER BY id",
        row -> row.text("action")))).containsExactly("archive.takedown", "archive.rebuild");
    try (var files = Files.walk(room.archive.root())) {
      assertThat(files.filter(Files::isRegularFile).filter(file -> file.toString().matches(".*(takedown|rewriting)")))
          .isEmpty();
    }
  }

  @Test
  void takedownOfAnUnknownPost_isRefused() {
    assertThatThrownBy(() -> room.desk.askTakedown(Caller.NODE, List.of(5L), "why", "who"))
        .isInstanceOf(Problem.class).hasMessageContaining("'5'");
    assertThatThrownBy(() -> room.desk.askTakedown(Caller.NODE, List.of(), "why", "who")).isInstanceOf(Problem.class);
    assertThatThrownBy(() -> room.desk.lift(Caller.NODE, 5)).isInstanceOf(Problem.class);
  }

  @Test
  void changedFile_isFound() throws IOException {
    SealedWarc good = room.capture(ArchiveRoom.page(0, 5));
    SealedWarc bad = room.capture(ArchiveRoom.page(5, 9));
    SealedWarc missing = room.capture(ArchiveRoom.page(9, 12));
    Files.delete(missing.path());
    byte[] bytes = Files.readAllBytes(bad.path());
    bytes[bytes.length / 2] ^= 1;
    Files.delete(bad.path());
    Files.write(bad.path(), bytes);

    ArchiveTask task = done(room.desk.askFixity(Caller.NODE));

    assertThat(task.report().path("checked").asInt()).isEqualTo(3);
    assertThat(task.report().path("bad")).hasSize(2);
    assertThat(room.database.<Warc>read(reading -> room.catalog.warcs().get(reading, Viewer.NODE, good.id())).fixity()
        .result()).isEqualTo(FixityResult.GOOD);
    assertThat(room.database.<List<Warc>>read(reading -> room.catalog.warcs().bad(reading, Viewer.NODE, 10)))
        .extracting(Warc::id).containsExactlyInAnyOrder(bad.id(), missing.id());
  }

  @Test
  void rounds_checkWhatIsDue() {
    SealedWarc warc = room.capture(ArchiveRoom.page(0, 5));
    try (FixityRounds rounds = FixityRounds.start(room.database, room.catalog, room.queue, Duration.ofDays(30),
        room.clock)) {
      assertThat(rounds).isNotNull();
      await().atMost(Duration.ofSeconds(30)).until(() -> room.database
          .<Warc>read(reading -> room.catalog.warcs().get(reading, Viewer.NODE, warc.id())).fixity()
          .result() == FixityResult.GOOD);
    }
    assertThat(room.queue.counts()).anyMatch(counts -> counts.namespace().equals("fixity") && counts.delayed() == 1);
  }

  @Test
  void lostIndex_isMadeAnewWithTheSameIds() throws IOException {
    SealedWarc warc = room.capture(ArchiveRoom.page(0, 5));
    String before = items(warc.path());
    Files.delete(ItemIndex.of(warc.path()));
    assertThat(items(warc.path())).isEqualTo(before);

    ArchiveTask task = done(room.desk.askIndex(Caller.NODE, warcs().getFirst()));

    assertThat(task.report().path("items").asInt()).isEqualTo(5);
    assertThat(ItemIndex.of(warc.path())).exists();
    assertThat(items(warc.path())).isEqualTo(before);
    assertThat(done(room.desk.askVerify(Caller.NODE, warcs().getFirst())).report().path("good").asBoolean()).isTrue();
  }

  @Test
  void cutAnswer_keepsTheRest() {
    String lines = ArchiveRoom.tweet(1, 0) + "\r\n\r\n" + ArchiveRoom.tweet(2, 0) + "\r\n" + ArchiveRoom.tweet(3, 2)
        + "\r\n";
    byte[] rest = ItemCut.cut("https://stream.twitter.com/1.1/statuses/filter.json",
        lines.getBytes(StandardCharsets.UTF_8), Set.of(1, 2), Set.of("1002")).orElseThrow();
    assertThat(new String(rest, StandardCharsets.UTF_8)).isEqualTo(ArchiveRoom.tweet(1, 0) + "\r\n\r\n");
    assertThat(ItemCut.cut("https://example.org/", new byte[0], Set.of(0), Set.of("1"))).isEmpty();
  }
}
