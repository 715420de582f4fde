package io.nuthatch.app.archive;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.app.Nuthatch;
import io.nuthatch.archive.ItemIndex;
import io.nuthatch.archive.SealedWarc;
import io.nuthatch.model.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands on plain files: no node runs, none is started. */
class WarcCommandTest {

  @TempDir
  private Path directory;
  private Path file;

  @BeforeEach
  void capture() {
    try (ArchiveRoom room = new ArchiveRoom(directory)) {
      SealedWarc warc = room.capture(ArchiveRoom.page(0, 3), ArchiveRoom.page(3, 5));
      file = warc.path();
    }
  }

  private static String run(String... arguments) {
    StringWriter out = new StringWriter();
    int code = Nuthatch.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(out)).execute(arguments);
    return code + " " + out;
  }

  @Test
  void records_areListedAndPrinted() {
    assertThat(run("warc", "ls", file.toString())).startsWith("0 OFFSET").contains("warcinfo", "response",
        ArchiveRoom.URL);
    var records = Json.tree(run("warc", "ls", "--json", file.toString()).substring(2));
    assertThat(records).hasSize(3);
    long offset = records.get(2).path("offset").asLong();
    assertThat(run("warc", "cat", file.toString(), "--offset", Long.toString(offset), "--payload"))
        .isEqualTo("0 " + ArchiveRoom.page(3, 5));
    assertThat(run("warc", "cat", file.toString())).contains("WARC-Type: warcinfo", "nuthatch-harvest: h");
    assertThat(run("warc", "cat", file.toString(), "--offset", "1")).startsWith("5 ");
    assertThat(run("warc", "cat", "/no/such/file")).startsWith("5 ");
  }

  @Test
  void items_areFoundWithAndWithoutAnIndex() throws IOException {
    String with = run("warc", "items", file.toString());
    assertThat(with).startsWith("0 ").contains("twitter:1000", "twitter:1004");
    Files.delete(ItemIndex.of(file));
    assertThat(run("warc", "items", file.toString())).isEqualTo(with);
    assertThat(run("warc", "index", file.toString())).contains("5 items");
    assertThat(run("warc", "items", directory.resolve("archive").toString())).isEqualTo(with);
  }

  @Test
  void damagedFile_failsVerification() throws IOException {
    assertThat(run("warc", "verify", directory.resolve("archive").toString())).startsWith("0 good ");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.delete(file);
    Files.write(file, bytes);
    assertThat(run("warc", "verify", file.toString())).startsWith("1 ").contains("bad " + file);
    assertThat(Json.tree(run("warc", "verify", "--json", file.toString()).substring(2)).get(0).path("good")
        .asBoolean()).isFalse();
  }
}
