package io.nuthatch.archive;

import static io.nuthatch.archive.Samples.PROVENANCE;
import static io.nuthatch.archive.Samples.START;
import static io.nuthatch.archive.Samples.bytes;
import static io.nuthatch.archive.Samples.chunked;
import static io.nuthatch.archive.Samples.gzip;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random sequences of appending, indexing, syncing, sealing and losing power, against a plain list. */
class ArchivePropertyTest {

  private static final int STEPS = 150;

  @TempDir
  Path root;

  /** What must be in a file that is open. */
  private record Kept(String url, String content, Place place) {
  }

  private Random random = new Random();
  private final List<String> sealed = new ArrayList<>();
  private final List<Kept> open = new ArrayList<>();
  private long synced;
  private int number;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void anySequence_keepsWhatAPlainListKeeps(long seed) throws IOException {
    random = new Random(seed);
    Archive archive = Samples.archive(root);
    Path collection = archive.collection("set1", "coll1");
    OpenWarc warc = null;
    for (int step = 0; step < STEPS; step++) {
      if (warc == null) {
        warc = archive.create(PROVENANCE);
        warc.sync();
        synced = warc.bytes();
      }
      switch (random.nextInt(12)) {
        case 0 -> {
          SealedWarc made = warc.seal();
          assertThat(Verification.of(made.path(), made.sha1()).problems()).as("seed %d", seed).isEmpty();
          JwarcValidation.accepts(made.path());
          open.forEach(kept -> sealed.add(kept.url + " " + kept.content));
          open.clear();
          warc = null;
        }
        case 1 -> warc = powerFailure(archive, collection, warc);
        case 2, 3 -> {
          warc.sync();
          synced = warc.bytes();
        }
        default -> append(warc);
      }
    }
    if (warc != null) {
      warc.seal();
      open.forEach(kept -> sealed.add(kept.url + " " + kept.content));
    }
    List<String> found = new ArrayList<>();
    for (Path file : archive.sealed(collection)) {
      Samples.records(file).stream().filter(text -> text.startsWith("response "))
          .forEach(text -> found.add(text.substring("response ".length())));
    }
    assertThat(found).as("seed %d", seed).containsExactlyInAnyOrderElementsOf(sealed);
  }

  private void append(OpenWarc warc) throws IOException {
    String url = "https://x.example/" + number++;
    String content = ("content " + number + " ").repeat(random.nextInt(400));
    byte[] plain = bytes(content);
    HttpMessage response = switch (random.nextInt(5)) {
      case 0 -> Samples.response(gzip(plain), "Content-Encoding: gzip");
      case 1 -> Samples.response(chunked(plain, 1 + random.nextInt(900)), "Transfer-Encoding: chunked");
      case 2 -> new HttpMessage(Samples.response(plain).head(),
          Body.spooled(Files.write(root.resolve("spool"), plain), 0, plain.length));
      default -> Samples.response(plain, "Content-Length: " + plain.length);
    };
    Place place = warc.append(random.nextBoolean()
        ? Exchange.of(url, START, Samples.request(url), response)
        : Exchange.responseOnly(url, START, response));
    open.add(new Kept(url, content, place));
    warc.index(List.of(new ItemEntry(number, "p", "" + number, START, "a", place.offset(), place.length(), 0)));
  }

  /** What was not synced is lost from some byte on; null if not even the beginning is left. */
  private @Nullable OpenWarc powerFailure(Archive archive, Path collection, OpenWarc warc) throws IOException {
    long size = warc.bytes();
    warc.close();
    Path file = warc.path().resolveSibling(warc.path().getFileName() + ".open");
    long cut = synced + random.nextLong(size - synced + 1);
    try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw")) {
      raw.setLength(cut);
      if (random.nextBoolean()) {
        raw.setLength(cut + random.nextInt(5_000));
      }
    }
    open.removeIf(kept -> kept.place.end() > cut);
    OpenWarc recovered = archive.recover(PROVENANCE.harvestId(), collection).open().getFirst();
    assertThat(recovered.indexedUpTo()).isLessThanOrEqualTo(recovered.bytes());
    synced = recovered.bytes();
    return recovered;
  }
}
