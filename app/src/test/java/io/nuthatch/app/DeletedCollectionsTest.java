package io.nuthatch.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.database.Database;
import io.nuthatch.database.sqlite.SqliteDatabase;
import io.nuthatch.database.sqlite.SqliteSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeletedCollectionsTest {

  @TempDir
  private Path directory;

  /** As when the process was killed between the deletion and the removal of the files. */
  @Test
  void filesThatWereLeft_areRemovedAtTheNextStartOfAScheduler() throws Exception {
    Path outside = Files.writeString(directory.resolve("outside"), "not of the archive");
    Path data = directory.resolve("data");
    String set;
    String deleted;
    String kept;
    try (TestNode node = TestNode.start(data)) {
      Person admin = Person.admin(node);
      String group = admin.made("/api/v1/groups", Map.of("name", "g")).path("id").asString();
      set = admin.made("/api/v1/collection-sets", Map.of("group_id", group, "name", "s")).path("id").asString();
      deleted = collection(admin, set);
      kept = collection(admin, set);
    }
    Path files = data.resolve("archive/collection_set").resolve(set);
    for (String id : new String[]{deleted, kept}) {
      Path day = Files.createDirectories(files.resolve(id).resolve("2026/11/15"));
      Files.writeString(day.resolve("x.warc.gz"), "x");
      Files.createSymbolicLink(day.resolve("link"), outside);
    }
    try (Database database = SqliteDatabase.open(data, SqliteSettings.defaults(), Clock.systemUTC())) {
      database.run(transaction -> transaction.update("UPDATE collections SET deleted_at = 1 WHERE id = ?", deleted));
    }

    TestNode.start(data, "node.roles", "api").close();
    assertThat(files.resolve(deleted)).as("left to schedulers").exists();
    try (TestNode node = TestNode.start(data)) {
      assertThat(files.resolve(deleted)).doesNotExist();
      assertThat(files.resolve(kept)).exists();
      assertThat(outside).exists();
      assertThat(node.get("/api/v1/audit").body()).contains("collection.files-removed", deleted);
      Person.admin(node).done("DELETE", "/api/v1/collections/" + kept, "");
      assertThat(files).as("nor an empty directory of the set").doesNotExist();
      Person.admin(node).done("DELETE", "/api/v1/collection-sets/" + set, "");
    }
  }

  private static String collection(Person admin, String set) {
    return admin.made("/api/v1/collections", Map.of("collection_set_id", set, "harvest_type", "twitter_sample", "plan",
        Map.of("name", "c"))).path("collection").path("collection_id").asString();
  }
}
