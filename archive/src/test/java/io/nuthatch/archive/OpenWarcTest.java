package io.nuthatch.archive;

import static io.nuthatch.archive.Samples.PROVENANCE;
import static io.nuthatch.archive.Samples.START;
import static io.nuthatch.archive.Samples.bytes;
import static io.nuthatch.archive.Samples.exchange;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.archive.gzip.Compression;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OpenWarcTest {

  private static final String URL = "https://api.example/2/tweets?q=nuthatch";

  @TempDir
  Path root;

  @ParameterizedTest
  @EnumSource(Compression.By.class)
  void exchanges_areReadBackAsTheyWere(Compression.By by) throws Exception {
    SealedWarc sealed;
    try (Archive archive = Samples.archive(root, by); OpenWarc warc = archive.create(PROVENANCE)) {
      Place first = warc.append(exchange(URL, "{\"data\":[]}").withServer(InetAddress.getLoopbackAddress()));
      assertThat(first.offset()).isPositive();
      warc.append(exchange(URL + "2", "é".repeat(3_000)));
      warc.sync();
      sealed = warc.seal();
    }
    assertThat(Samples.records(sealed.path())).hasSize(5).satisfies(records -> {
      assertThat(records.get(1)).isEqualTo("response " + URL + " {\"data\":[]}");
      assertThat(records.get(2)).startsWith("request " + URL);
      assertThat(records.get(3)).isEqualTo("response " + URL + "2 " + "é".repeat(3_000));
    });
    JwarcValidation.accepts(sealed.path());
    assertThat(sealed.records()).isEqualTo(5);
    assertThat(sealed.bytes()).isEqualTo(Files.size(sealed.path()));
    assertThat(sealed.sha1()).isEqualTo(
        HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(Files.readAllBytes(sealed.path()))));
    assertThat(sealed.id()).matches("[0-9a-f]{32}");
  }

  @Test
  void path_isThatOfSfm() {
    try (Archive archive = Samples.archive(root); OpenWarc warc = archive.create(PROVENANCE)) {
      assertThat(root.relativize(warc.path()).toString())
          .matches("collection_set/set1/coll1/2026/03/04/05/harvest_1_a-20260304050607089-00000-\\w{8}\\.warc\\.gz");
      assertThat(warc.path()).doesNotExist();
      assertThat(warc.path().resolveSibling(warc.path().getFileName() + ".open")).exists();
      try (OpenWarc next = archive.create(PROVENANCE)) {
        assertThat(next.path().toString()).contains("-00001-");
      }
      warc.seal();
      assertThat(warc.path()).exists().isReadable();
    }
  }

  @Test
  void warcinfo_saysWhereItComesFrom() {
    try (Archive archive = Samples.archive(root);
        OpenWarc warc = archive.create(PROVENANCE.withSeeds(List.of("a", "b\r\nc")).withFields(Map.of("note", "x")))) {
      SealedWarc sealed = warc.seal();
      try (WarcReader reader = WarcReader.open(sealed.path())) {
        WarcRecord info = reader.next();
        assertThat(info).isNotNull();
        assertThat(info.type()).isEqualTo("warcinfo");
        assertThat(info.version()).isEqualTo("1.1");
        assertThat(info.date()).isEqualTo(START);
        assertThat(info.id()).isEqualTo("urn:uuid:" + sealed.id().replaceAll("(.{8})(.{4})(.{4})(.{4})(.{12})",
            "$1-$2-$3-$4-$5"));
        assertThat(info.header().first("WARC-Filename")).isEqualTo(sealed.path().getFileName().toString());
        assertThat(Samples.text(info)).contains("nuthatch-harvest: harvest:1/a",
            "nuthatch-harvest-type: twitter_search_2",
            "nuthatch-seed: a\r\nnuthatch-seed: b c\r\n", "note: x", "format: WARC File Format 1.1");
      }
    }
  }

  @Test
  void sealedFile_takesNothingMore() {
    try (Archive archive = Samples.archive(root); OpenWarc warc = archive.create(PROVENANCE)) {
      warc.seal();
      assertThatThrownBy(() -> warc.append(exchange(URL, "x"))).isInstanceOf(ArchiveException.class)
          .hasMessageContaining("is sealed");
    }
  }

  @Test
  void recordAtPlace_canBeReadAlone() {
    try (Archive archive = Samples.archive(root); OpenWarc warc = archive.create(PROVENANCE)) {
      Place first = warc.append(exchange(URL, "one"));
      Place second = warc.append(exchange(URL, "two"));
      Path path = warc.seal().path();
      try (WarcReader reader = WarcReader.open(path)) {
        assertThat(Samples.text(reader.read(second))).isEqualTo("two");
        assertThat(Samples.text(reader.read(first))).isEqualTo("one");
        assertThatThrownBy(() -> reader.read(new Place(first.offset() + 1, first.length())))
            .isInstanceOf(ArchiveException.class).hasMessageContaining("offset " + (first.offset() + 1));
      }
    }
  }

  @Test
  void failedAppend_leavesTheFileAsItWas() throws IOException {
    try (Archive archive = Samples.archive(root); OpenWarc warc = archive.create(PROVENANCE)) {
      warc.append(exchange(URL, "one"));
      long before = warc.bytes();
      Path shorter = Files.write(root.resolve("spool"), bytes("short"));
      Exchange lying = Exchange.responseOnly(URL, START,
          new HttpMessage(Samples.response(new byte[0]).head(), Body.spooled(shorter, 0, 5_000_000)));
      assertThatThrownBy(() -> warc.append(lying)).isInstanceOf(ArchiveException.class);
      assertThat(warc.bytes()).isEqualTo(before);
      warc.append(exchange(URL, "two"));
      assertThat(Samples.records(warc.seal().path())).hasSize(5);
    }
  }
}
