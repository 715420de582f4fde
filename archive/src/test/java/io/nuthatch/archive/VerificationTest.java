package io.nuthatch.archive;

import static io.nuthatch.archive.Samples.PROVENANCE;
import static io.nuthatch.archive.Samples.START;
import static io.nuthatch.archive.Samples.exchange;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerificationTest {

  @TempDir
  Path root;

  private SealedWarc warc;

  @BeforeEach
  void write() {
    try (Archive archive = Samples.archive(root); OpenWarc open = archive.create(PROVENANCE)) {
      Place place = open.append(exchange("https://x.example/1", "content"));
      open.index(List.of(new ItemEntry(1, "twitter", "1", START, "a", place.offset(), place.length(), 0)));
      warc = open.seal();
    }
  }

  @Test
  void goodFile_isGood() {
    Verification.Report report = Verification.of(warc.path(), warc.sha1());
    assertThat(report.good()).isTrue();
    assertThat(report.records()).isEqualTo(3);
    assertThat(report.sha1()).isEqualTo(warc.sha1());
  }

  @Test
  void everyChangedByte_isFound() throws IOException {
    byte[] bytes = Files.readAllBytes(warc.path());
    for (int at = 0; at < bytes.length; at++) {
      byte[] changed = bytes.clone();
      changed[at] ^= 1;
      Files.write(warc.path(), changed);
      assertThat(Verification.of(warc.path(), warc.sha1()).problems()).as("byte %d", at).isNotEmpty();
    }
  }

  @Test
  void wrongDigest_isFoundThoughTheMemberIsWhole() throws IOException {
    byte[] record = Samples.bytes("WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
        + "WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Target-URI: http://x/\r\nContent-Type: application/http;msgtype=response\r\n"
        + "WARC-Payload-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n"
        + "WARC-Block-Digest: sha1:0000000000000000000000000000000000000000\r\nContent-Length: 43\r\n\r\n"
        + "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabcd" + "\r\n\r\n");
    Path file = Files.write(root.resolve("x.warc.gz"), Samples.gzip(record));
    assertThat(Verification.of(file).problems()).extracting(Damage::what).anyMatch(what -> what.contains("the block"))
        .anyMatch(what -> what.contains("payload")).anyMatch(what -> what.contains("warcinfo"));
  }

  @Test
  void indexesThatDoNotAgree_areFound() throws IOException {
    Files.writeString(Cdxj.of(warc.path()), "zzz)/ 20260101000000 {\"url\":\"http://zzz/\"}\n");
    ItemLog log = ItemLog.recover(ItemIndex.of(warc.path()), Long.MAX_VALUE, new ArrayList<>());
    log.add(List.of(new ItemEntry(2, "twitter", "2", null, "a", 7, 7, 0)), 0);
    log.close();
    assertThat(Verification.of(warc.path()).problems()).extracting(Damage::what)
        .anyMatch(what -> what.contains("not in the file")).anyMatch(what -> what.contains("a capture is missing"))
        .anyMatch(what -> what.contains("there is none")).anyMatch(what -> what.contains("not sealed"));
  }

  @Test
  void fixity_tellsChangedAndMissingFiles() throws IOException {
    Path other = Files.write(root.resolve("other"), new byte[]{1, 2, 3});
    Fixity.Known known = Fixity.Known.of(warc);
    List<Fixity.Known> files = List.of(known, new Fixity.Known(other, warc.sha1(), 3),
        new Fixity.Known(other, warc.sha1(), 4), new Fixity.Known(root.resolve("absent"), "", 0));
    List<Fixity.State> states = new ArrayList<>();
    Fixity fixity = new Fixity(InstantSource.fixed(START));
    Fixity.Report report = fixity.check(files.iterator(), finding -> states.add(finding.state()), () -> false);
    assertThat(states).containsExactly(Fixity.State.UNCHANGED, Fixity.State.CHANGED, Fixity.State.CHANGED,
        Fixity.State.MISSING);
    assertThat(report.bad()).hasSize(3);
    assertThat(report.complete()).isTrue();
    assertThat(fixity.check(files.iterator(), finding -> {
    }, () -> true).checked()).isZero();
  }
}
