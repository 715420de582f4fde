package io.nuthatch.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ItemIndexTest {

  private static final Instant DAY = Instant.parse("2026-03-04T00:00:00Z");

  @TempDir
  Path directory;

  private static List<ItemEntry> entries(long seed, int count) {
    Random random = new Random(seed);
    List<ItemEntry> entries = new ArrayList<>();
    long offset = 500;
    long length = 1000;
    int ordinal = 0;
    for (int i = 0; i < count; i++) {
      if (random.nextInt(4) == 0) {
        offset += length + random.nextLong(3) * 200;
        length = 300L + random.nextInt(5_000);
        ordinal = 0;
      }
      Instant date = switch (random.nextInt(5)) {
        case 0 -> null;
        case 1 -> DAY.plusNanos(random.nextLong(86_400_000_000_000L));
        case 2 -> DAY.plusMillis(random.nextInt(86_400_000));
        default -> DAY.plusSeconds(random.nextInt(86_400));
      };
      String nativeId = switch (random.nextInt(4)) {
        case 0 -> "at://did:plc:" + random.nextInt() + "/ü";
        case 1 -> "00" + random.nextInt(100);
        case 2 -> Long.toString(Long.MAX_VALUE - random.nextInt(3));
        default -> Long.toString(1_700_000_000_000_000_000L + random.nextInt());
      };
      entries.add(new ItemEntry(random.nextLong(), random.nextBoolean() ? "twitter" : "bluesky", nativeId, date,
          "account" + random.nextInt(50), offset, length, random.nextInt(5) == 0 ? random.nextInt(9) : ordinal++));
    }
    return entries;
  }

  private Path written(List<ItemEntry> entries, boolean sealed) throws IOException {
    Path file = directory.resolve("x.warc.gz.items");
    Files.deleteIfExists(file);
    try (ItemLog log = ItemLog.create(file)) {
      for (int at = 0; at < entries.size(); at += 100) {
        List<ItemEntry> part = entries.subList(at, Math.min(at + 100, entries.size()));
        log.add(part, part.getLast().end());
      }
      if (sealed) {
        log.seal();
      }
    }
    return file;
  }

  private static List<ItemEntry> read(Path file, ItemFilter filter) {
    List<ItemEntry> read = new ArrayList<>();
    ItemIndex.read(file, filter, read::add);
    return read;
  }

  @Test
  void entries_areReadBackAsTheyWere() throws IOException {
    List<ItemEntry> entries = entries(1, 10_000);
    Path open = written(entries, false);
    assertThat(read(open, ItemFilter.all())).isEqualTo(entries);
    Path sealed = written(entries, true);
    assertThat(read(sealed, ItemFilter.all())).isEqualTo(entries);
    assertThat(Files.size(sealed) / 10_000).as("bytes an entry").isLessThan(45);
  }

  @Test
  void filters_giveWhatAPlainFilterGives() throws IOException {
    List<ItemEntry> entries = entries(2, 5_000);
    Path file = written(entries, true);
    Instant from = DAY.plusSeconds(30_000);
    Instant to = DAY.plusSeconds(40_000);
    Set<String> accounts = Set.of("account7", "account13", "nobody");
    ItemFilter filter = ItemFilter.between(from, to).ofAccounts(accounts);
    assertThat(read(file, filter)).isNotEmpty().isEqualTo(entries.stream()
        .filter(e -> accounts.contains(e.account()))
        .filter(e -> e.date() == null || (!e.date().isBefore(from) && !e.date().isAfter(to))).toList());
  }

  @Test
  void footer_tellsWhatIsInIt() throws IOException {
    List<ItemEntry> entries = entries(3, 5_000);
    try (ItemIndex index = ItemIndex.open(written(entries, true))) {
      assertThat(index.sealed()).isTrue();
      assertThat(index.summary().entries()).isEqualTo(5_000);
      assertThat(index.summary().accounts()).isEqualTo(50);
      assertThat(index.summary().dateless()).isEqualTo(entries.stream().filter(e -> e.date() == null).count());
      assertThat(index.indexedUpTo()).isEqualTo(entries.getLast().end());
      assertThat(index.mayHold(ItemFilter.all().ofAccounts(Set.of("account7")))).isTrue();
      assertThat(index.mayHold(ItemFilter.all().ofAccounts(Set.of("somebody else")))).isFalse();
      assertThat(index.mayHold(new ItemFilter(Instant.MIN, Instant.MAX, Set.of()))).isTrue();
    }
    List<ItemEntry> dated = entries.stream().filter(e -> e.date() != null).toList();
    try (ItemIndex index = ItemIndex.open(written(dated, true));
        ItemIndex open = ItemIndex.open(written(dated, false))) {
      assertThat(index.mayHold(ItemFilter.between(DAY.plusSeconds(86_401), null))).isFalse();
      assertThat(index.mayHold(ItemFilter.between(null, DAY.minusSeconds(1)))).isFalse();
      assertThat(open.sealed()).isFalse();
      assertThat(open.summary()).isEqualTo(index.summary());
    }
  }

  @Test
  void damagedFrame_takesNoOtherWithIt() throws IOException {
    List<ItemEntry> entries = entries(4, 1_000);
    Path file = written(entries, false);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 4;
    Files.write(file, bytes);
    try (ItemIndex index = ItemIndex.open(file)) {
      List<ItemEntry> read = new ArrayList<>();
      index.read(ItemFilter.all(), read::add);
      assertThat(read).hasSize(900).isSubsetOf(entries);
      assertThat(index.damages()).singleElement().satisfies(damage -> assertThat(damage.offset()).isPositive());
    }
  }

  @Test
  void indexCutAnywhere_goesOnWithItsWholeFrames() throws IOException {
    List<ItemEntry> entries = entries(5, 300);
    Path file = written(entries, false);
    byte[] whole = Files.readAllBytes(file);
    for (int cut = 0; cut < whole.length; cut += 61) {
      Files.deleteIfExists(file);
      Files.write(file, Arrays.copyOf(whole, cut));
      List<Damage> damages = new ArrayList<>();
      try (ItemLog log = ItemLog.recover(file, Long.MAX_VALUE, damages)) {
        log.add(entries.subList(0, 3), 9_999_999);
      }
      List<ItemEntry> read = read(file, ItemFilter.all());
      assertThat((read.size() - 3) % 100).as("cut at %d", cut).isZero();
      assertThat(read.subList(0, read.size() - 3)).isEqualTo(entries.subList(0, read.size() - 3));
    }
  }

  @Test
  void entriesOfLostRecords_areDropped() throws IOException {
    List<ItemEntry> entries = entries(6, 300);
    Path file = written(entries, true);
    long end = entries.get(150).end();
    try (ItemLog log = ItemLog.recover(file, end, new ArrayList<>())) {
      assertThat(log.upTo()).isEqualTo(end);
    }
    assertThat(read(file, ItemFilter.all())).isEqualTo(entries.stream().filter(e -> e.end() <= end).toList());
  }

  @Test
  void somethingElse_isRefusedByName() throws IOException {
    Path file = Files.writeString(directory.resolve("y.items"), "not an index at all");
    assertThatThrownBy(() -> ItemIndex.open(file)).isInstanceOf(ArchiveException.class).hasMessageContaining("y.items");
  }
}
