package io.nuthatch.archive;

import static io.nuthatch.archive.Samples.PROVENANCE;
import static io.nuthatch.archive.Samples.START;
import static io.nuthatch.archive.Samples.bytes;
import static io.nuthatch.archive.Samples.exchange;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TakedownTest {

  @TempDir
  Path root;

  private Archive archive;
  private Path collection;
  private SealedWarc warc;
  private Place page;
  private Place gone;
  private Place last;

  @BeforeEach
  void write() {
    archive = Samples.archive(root);
    collection = archive.collection("set1", "coll1");
    try (OpenWarc open = archive.create(PROVENANCE)) {
      page = open.append(exchange("https://x.example/page", "[\"first\",\"private\",\"third\"]"));
      gone = open.append(exchange("https://x.example/private-name", "private content"));
      last = open.append(exchange("https://x.example/last", "last"));
      open.index(List.of(item(1, page, 0), item(2, page, 1), item(3, page, 2), item(4, gone, 0), item(5, last, 0)),
          open.bytes());
      warc = open.seal();
    }
  }

  private static ItemEntry item(long id, Place place, int ordinal) {
    return new ItemEntry(id, "twitter", "n" + id, START, "a" + id, place.offset(), place.length(), ordinal);
  }

  private Takedown.Order order() {
    return new Takedown.Order("court order 7", "the person concerned", List.of(new Takedown.WholeRecord(gone),
        new Takedown.Items(page, Set.of(1), content -> bytes(
            new String(content, StandardCharsets.UTF_8).replace("\"private\",", "")))));
  }

  private List<Path> files() throws IOException {
    try (var files = Files.walk(collection)) {
      return files.filter(Files::isRegularFile).filter(f -> !f.toString().contains("lock")
          && !f.toString().contains("payloads")).sorted().toList();
    }
  }

  private void isDone(SealedWarc after) throws IOException {
    assertThat(Verification.of(after.path(), after.sha1()).problems()).isEmpty();
    JwarcValidation.accepts(after.path());
    List<String> records = Samples.records(after.path());
    assertThat(records).hasSize((int) after.records());
    assertThat(String.join("\n", records)).doesNotContain("private\"", "private content", "private-name")
        .contains("[\"first\",\"third\"]", "court order 7", "the person concerned", "https://x.example/last last");
    List<ItemEntry> items = new ArrayList<>();
    ItemIndex.read(ItemIndex.of(after.path()), ItemFilter.all(), items::add);
    assertThat(items).extracting(ItemEntry::postId).containsExactly(1L, 3L, 5L);
    assertThat(items).extracting(ItemEntry::ordinal).containsExactly(0, 1, 0);
    assertThat(archive.captures(collection, "https://x.example/private-name")).isEmpty();
    assertThat(archive.captures(collection, "https://x.example/last")).hasSize(1);
    assertThat(archive.describe(after.path())).isEqualTo(after);
    assertThat(warc.path()).doesNotExist();
  }

  @Test
  void recordAndItem_areGoneAndTheRestStays() throws IOException {
    Takedown takedown = new Takedown(archive);
    Takedown.Rewritten rewritten = takedown.carryOut(warc, order());
    assertThat(rewritten.before()).isEqualTo(warc);
    assertThat(rewritten.after().id()).isNotEqualTo(warc.id());
    isDone(rewritten.after());
    assertThat(takedown.finishPending(collection)).containsExactly(rewritten);
    takedown.noted(rewritten);
    assertThat(takedown.finishPending(collection)).isEmpty();
    assertThat(files()).hasSize(3);
  }

  @Test
  void takedownOfATakedown_works() throws IOException {
    Takedown takedown = new Takedown(archive);
    SealedWarc once = takedown.carryOut(warc, order()).after();
    Capture capture = archive.captures(collection, "https://x.example/last").getFirst();
    SealedWarc twice = takedown.carryOut(once,
        new Takedown.Order("again", "someone", List.of(new Takedown.WholeRecord(capture.place())))).after();
    assertThat(Verification.of(twice.path(), twice.sha1()).problems()).isEmpty();
    assertThat(archive.captures(collection, "https://x.example/last")).isEmpty();
  }

  @Test
  void interruptedBeforeTheDecision_leavesTheOldFile() throws IOException {
    List<Path> before = files();
    Path after = warc.path().resolveSibling("harvest_1_a-20260304050607089-00000-aaaaaaaa.warc.gz");
    new Rewriting(archive, warc, order()).write(after);
    assertThat(files()).hasSizeGreaterThan(3);
    assertThat(new Takedown(archive).finishPending(collection)).isEmpty();
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void interruptedAfterTheDecision_isBroughtToTheEnd() throws IOException {
    for (int done = 0; done < 3; done++) {
      Path after = warc.path().resolveSibling("harvest_1_a-20260304050607089-00000-aaaaaaa" + done + ".warc.gz");
      SealedWarc made = new Rewriting(archive, warc, order()).write(after);
      new TakedownJournal(TakedownJournal.Side.of(warc), TakedownJournal.Side.of(made))
          .write(TakedownJournal.of(warc.path()));
      if (done > 0) {
        Disk.move(Rewriting.draftOf(after), after);
      }
      if (done > 1) {
        Files.delete(ItemIndex.of(warc.path()));
      }
      Takedown.Rewritten finished = new Takedown(archive).finishPending(collection).getFirst();
      isDone(finished.after());
      new Takedown(archive).noted(finished);
      Files.delete(finished.after().path());
      write();
    }
  }

  @Test
  void nonsense_isRefusedAndChangesNothing() throws IOException {
    List<Path> before = files();
    Takedown takedown = new Takedown(archive);
    Takedown.Order nowhere = new Takedown.Order("r", "w", List.of(new Takedown.WholeRecord(new Place(3, 5))));
    assertThatThrownBy(() -> takedown.carryOut(warc, nowhere)).isInstanceOf(ArchiveException.class)
        .hasMessageContaining("offset 3");
    Takedown.Order nothing = new Takedown.Order("r", "w", List.of(new Takedown.Items(page, Set.of(1), c -> c)));
    assertThatThrownBy(() -> takedown.carryOut(warc, nothing)).hasMessageContaining("nothing was cut");
    takedown.finishPending(collection);
    assertThat(files()).isEqualTo(before);
  }
}
