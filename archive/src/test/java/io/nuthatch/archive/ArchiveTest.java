package io.nuthatch.archive;

import static io.nuthatch.archive.Samples.PROVENANCE;
import static io.nuthatch.archive.Samples.START;
import static io.nuthatch.archive.Samples.exchange;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.model.NuthatchException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.netpreserve.jwarc.URIs;

class ArchiveTest {

  private static final String URL = "https://x.example/image?b=2&a=1";

  @TempDir
  Path root;

  private Archive archive;
  private Path collection;

  @BeforeEach
  void open() {
    archive = Samples.archive(root.resolve("archive"));
    collection = archive.collection("set1", "coll1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", "../elsewhere", "a/../../b", "/etc", "/", "", " ", "collection_set/../../x", "a\0b",
      "link/x"})
  void pathOutsideTheRoot_isRefused(String path) throws IOException {
    Files.createSymbolicLink(archive.root().resolve("link"), root);
    assertThatThrownBy(() -> archive.resolve(path)).isInstanceOfSatisfying(ArchiveException.class,
        e -> assertThat(e.kind()).isEqualTo(Kind.CALLER));
    assertThatThrownBy(() -> archive.create(PROVENANCE.withPath(path))).isInstanceOf(ArchiveException.class);
  }

  @Test
  void pathInsideTheRoot_isTakenHoweverItIsGiven() {
    Path wanted = archive.root().resolve("collection_set/1/2");
    assertThat(archive.resolve("collection_set/1/2")).isEqualTo(wanted);
    assertThat(archive.resolve(wanted.toString())).isEqualTo(wanted);
    assertThat(archive.resolve("collection_set/1/x/../2")).isEqualTo(wanted);
    try (OpenWarc warc = archive.create(PROVENANCE.withPath(wanted.toString()))) {
      assertThat(warc.path()).startsWithRaw(wanted);
    }
  }

  @Test
  void fullDisk_isToldAsSuch() {
    Path full = Path.of("/dev/full");
    assertThatThrownBy(() -> Files.write(full, new byte[1])).isInstanceOfSatisfying(IOException.class, failure -> {
      ArchiveException told = ArchiveException.io("writing", full, failure);
      assertThat(told.kind()).isEqualTo(Kind.FULL);
      assertThat(told).hasMessageContaining("/dev/full");
    });
  }

  @Test
  void idThatIsNoName_isRefused() {
    assertThatThrownBy(() -> archive.collection("..", "x")).isInstanceOf(ArchiveException.class);
    assertThatThrownBy(() -> archive.collection("a/b", "x")).isInstanceOf(ArchiveException.class);
  }

  @Test
  void captures_areFoundByUrlInAllSealedFiles() {
    for (int i = 0; i < 3; i++) {
      try (OpenWarc warc = archive.create(PROVENANCE)) {
        for (int n = 0; n < 50; n++) {
          warc.append(exchange("https://x.example/" + n + "?page=" + i, "content " + n));
        }
        warc.append(exchange(URL, "content " + i));
        warc.seal();
      }
    }
    List<Capture> captures = archive.captures(collection, "https://X.example/image?a=1&b=2");
    assertThat(captures).hasSize(3).allMatch(capture -> capture.status() == 200 && !capture.revisit());
    try (WarcReader reader = WarcReader.open(captures.getFirst().file())) {
      assertThat(Samples.text(reader.read(captures.getFirst().place()))).startsWith("content ");
    }
    assertThat(archive.captures(collection, "https://x.example/49?page=2")).hasSize(1);
    assertThat(archive.captures(collection, "https://x.example/50")).isEmpty();
  }

  @Test
  void samePayload_becomesARevisit() throws IOException {
    Exchange first = exchange(URL, "the same content");
    try (OpenWarc warc = archive.create(PROVENANCE)) {
      assertThat(warc.seen(first)).isEmpty();
      warc.append(first);
      assertThat(warc.seen(exchange("https://y.example/", "the same content"))).isPresent();
      assertThat(warc.seen(exchange("https://y.example/", ""))).isEmpty();
      warc.seal();
    }
    try (OpenWarc warc = archive.create(PROVENANCE)) {
      Exchange again = exchange("https://y.example/", "the same content");
      Capture earlier = warc.seen(again).orElseThrow();
      assertThat(earlier.url()).isEqualTo(URL);
      Place place = warc.append(new Revisit(again, earlier));
      SealedWarc sealed = warc.seal();
      JwarcValidation.accepts(sealed.path());
      assertThat(Verification.of(sealed.path()).problems()).isEmpty();
      try (WarcReader reader = WarcReader.open(sealed.path())) {
        WarcRecord record = reader.read(place);
        assertThat(record.type()).isEqualTo("revisit");
        assertThat(record.header().first("WARC-Refers-To-Target-URI")).isEqualTo(URL);
        assertThat(record.header().first("WARC-Refers-To-Date")).isEqualTo("2026-03-04T05:06:07.089Z");
      }
      assertThat(archive.captures(collection, "https://y.example/")).singleElement()
          .matches(capture -> capture.revisit() && capture.date().equals(START));
    }
  }

  @Test
  void manyFiles_areMergedInTheIndexOfPayloads() throws IOException {
    for (int i = 0; i < 40; i++) {
      try (OpenWarc warc = archive.create(PROVENANCE)) {
        warc.append(exchange("https://x.example/" + i, "content " + i));
        warc.append(exchange("https://x.example/all", "in all of them"));
        warc.seal();
      }
    }
    assertThat(new PayloadIndex(collection).runs()).hasSizeLessThan(10);
    try (OpenWarc warc = archive.create(PROVENANCE)) {
      for (int i = 0; i < 40; i++) {
        assertThat(warc.seen(exchange("https://z.example/", "content " + i)).orElseThrow().url())
            .isEqualTo("https://x.example/" + i);
      }
      assertThat(warc.seen(exchange("https://z.example/", "content 40"))).isEmpty();
    }
  }

  @Test
  void damagedIndexOfPayloads_onlyMisses() throws IOException {
    try (OpenWarc warc = archive.create(PROVENANCE)) {
      warc.append(exchange(URL, "content"));
      warc.seal();
    }
    Path run = new PayloadIndex(collection).runs().getFirst();
    byte[] bytes = Files.readAllBytes(run);
    for (int at = 0; at < bytes.length; at++) {
      byte[] changed = bytes.clone();
      changed[at] ^= 0x10;
      Files.write(run, changed);
      try (OpenWarc warc = archive.create(PROVENANCE)) {
        warc.seen(exchange(URL, "content")).ifPresent(capture -> assertThat(capture.url()).isEqualTo(URL));
      }
    }
  }

  @Test
  void sortableUrls_areThoseOfJwarc() {
    Random random = new Random(7);
    String[] parts = {"a", "B", "www", "www2.", ".", "..", "/", "//", "?", "&", "=", "x.aspx", "%20", "%C3%BC", "é",
        ":80",
        ":8080", "#f", "sid=", "Z9", "-", "_", "~", "+", ",", " ", "@"};
    for (int i = 0; i < 20_000; i++) {
      StringBuilder url = new StringBuilder(random.nextBoolean() ? "https://" : "http://").append("Host.example");
      for (int n = random.nextInt(9); n > 0; n--) {
        url.append(parts[random.nextInt(parts.length)]);
      }
      assertThat(Surt.of(url.toString())).as("%s", url)
          .isEqualTo(URIs.toNormalizedSurt(url.toString()).replace(" ", "%20"));
    }
  }
}
