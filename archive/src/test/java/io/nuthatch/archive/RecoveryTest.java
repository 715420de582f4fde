package io.nuthatch.archive;

import static io.nuthatch.archive.Samples.PROVENANCE;
import static io.nuthatch.archive.Samples.exchange;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An open file in every state a crash or a bad disk may leave it in. */
class RecoveryTest {

  private static final String URL = "https://api.example/";
  private static final int EXCHANGES = 2;
  /** Sealing waits for the disk; every so many bytes are enough. */
  private static final int SEALED_EACH = 29;

  @TempDir
  Path root;

  private Archive archive;
  private Path collection;
  private Path open;
  private byte[] whole;
  private byte[] index;
  private final List<Long> ends = new ArrayList<>();

  @BeforeEach
  void writeAndLeave() throws IOException {
    archive = Samples.archive(root);
    collection = archive.collection("set1", "coll1");
    OpenWarc warc = archive.create(PROVENANCE);
    ends.add(warc.bytes());
    for (int i = 0; i < EXCHANGES; i++) {
      Place place = warc.append(exchange(URL + i, "content " + i));
      ends.add(place.end());
      ends.add(warc.bytes());
      warc.index(
          List.of(new ItemEntry(i, "twitter", "" + i, Samples.START, "a" + i, place.offset(), place.length(), 0)),
          warc.bytes());
    }
    open = warc.path().resolveSibling(warc.path().getFileName() + ".open");
    warc.close();
    whole = Files.readAllBytes(open);
    index = Files.readAllBytes(ItemIndex.of(open));
  }

  private void restore(byte[] bytes) throws IOException {
    try (var files = Files.walk(collection)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.delete(file);
      }
    }
    Files.write(open, bytes);
    Files.write(ItemIndex.of(open), index);
  }

  @Test
  void leftFile_goesOnWhereItWas() throws IOException {
    Recovered recovered = archive.recover("harvest:1/a", collection);
    assertThat(recovered.damages()).isEmpty();
    OpenWarc warc = recovered.open().getFirst();
    assertThat(warc.bytes()).isEqualTo(whole.length);
    assertThat(warc.indexedUpTo()).isEqualTo(whole.length);
    warc.append(exchange(URL + "more", "more"));
    SealedWarc sealed = warc.seal();
    assertThat(sealed.records()).isEqualTo(1 + 2 * (EXCHANGES + 1));
    JwarcValidation.accepts(sealed.path());
    assertThat(Verification.of(sealed.path(), sealed.sha1()).problems()).isEmpty();
    assertThat(archive.describe(sealed.path())).isEqualTo(sealed);
    assertThat(archive.recover("harvest:1/a", collection))
        .isEqualTo(new Recovered(List.of(), List.of(sealed.path()), List.of()));
  }

  @Test
  void fileOfAnotherHarvest_isLeftAlone() {
    assertThat(archive.recover("harvest:1", collection).open()).isEmpty();
    assertThat(open).exists();
  }

  @Test
  void fileThatIsBeingWritten_isRefused() {
    try (OpenWarc first = archive.recover("harvest:1/a", collection).open().getFirst()) {
      assertThatThrownBy(() -> archive.recover("harvest:1/a", collection)).isInstanceOf(ArchiveException.class)
          .hasMessageContaining("somebody else");
      assertThat(first.records()).isPositive();
    }
  }

  @Test
  void seal_thatWasInterruptedAtTheIndexes_isDoneAgain() throws IOException {
    OpenWarc warc = archive.recover("harvest:1/a", collection).open().getFirst();
    SealedWarc sealed = warc.seal();
    // As if the name had not been changed yet.
    Files.move(sealed.path(), open);
    OpenWarc again = archive.recover("harvest:1/a", collection).open().getFirst();
    assertThat(again.indexedUpTo()).isEqualTo(whole.length);
    assertThat(again.seal()).isEqualTo(sealed);
    assertThat(Verification.of(sealed.path(), sealed.sha1()).problems()).isEmpty();
  }

  @Test
  @Tag("slow")
  void fileCutAtAnyByte_keepsEveryWholeRecord() throws IOException {
    for (int cut = 0; cut < whole.length; cut++) {
      restore(Arrays.copyOf(whole, cut));
      int length = cut;
      List<Long> kept = ends.stream().filter(end -> end <= length).toList();
      Recovered recovered = archive.recover("harvest:1/a", collection);
      if (kept.isEmpty()) {
        assertThat(recovered.open()).as("cut at %d", cut).isEmpty();
        assertThat(recovered.damages()).hasSize(cut == 0 ? 0 : 1);
        continue;
      }
      OpenWarc warc = recovered.open().getFirst();
      assertThat(warc.bytes()).as("cut at %d", cut).isEqualTo(kept.getLast());
      assertThat(warc.records()).isEqualTo(kept.size());
      assertThat(warc.indexedUpTo()).isLessThanOrEqualTo(kept.getLast());
      if (cut % SEALED_EACH == 0) {
        SealedWarc sealed = warc.seal();
        assertThat(Verification.of(sealed.path(), sealed.sha1()).problems()).as("cut at %d", cut).isEmpty();
      }
      warc.close();
      if (!kept.getLast().equals((long) cut)) {
        assertThat(recovered.damages()).first().extracting(Damage::offset).isEqualTo(kept.getLast());
        assertThat(torn()).isEqualTo(cut - kept.getLast());
      }
    }
  }

  @Test
  @Tag("slow")
  void anyByteChanged_costsAtMostItsRecord() throws IOException {
    for (int at = 0; at < whole.length; at++) {
      byte[] bytes = whole.clone();
      bytes[at] ^= (byte) (1 << at % 8);
      restore(bytes);
      Recovered recovered = archive.recover("harvest:1/a", collection);
      OpenWarc warc = recovered.open().getFirst();
      long lost = ends.size() - warc.records();
      assertThat(lost).as("byte %d", at).isBetween(0L, 1L);
      assertThat(recovered.damages()).as("byte %d", at).hasSize((int) lost);
      warc.close();
      try (WarcReader reader = WarcReader.open(open)) {
        assertThat(Samples.records(reader)).as("byte %d", at).hasSize((int) warc.records());
      }
      assertThat(JwarcValidation.problems(open)).as("byte %d", at).isEmpty();
    }
  }

  private long torn() throws IOException {
    try (var files = Files.walk(collection)) {
      return files.filter(file -> file.toString().endsWith(".torn") && !file.toString().contains(".items"))
          .mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
