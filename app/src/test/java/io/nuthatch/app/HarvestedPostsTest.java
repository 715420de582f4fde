package io.nuthatch.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.database.Database;
import io.nuthatch.database.sqlite.SqliteDatabase;
import io.nuthatch.database.sqlite.SqliteSettings;
import io.nuthatch.feed.content.ChangeSink;
import io.nuthatch.feed.content.ContentStore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a node harvests is in its content store when it has stopped. */
class HarvestedPostsTest {

  @TempDir
  private Path directory;

  @Test
  void postsOfAHarvest_areCountedByCollectionAndSeed() {
    String collection;
    try (Surroundings around = new Surroundings(); TestNode node = TestNode.start(directory, around.settings())) {
      around.person("Anna", 3);
      around.person("Berta", 2);
      Person admin = Person.admin(node);
      String group = admin.made("/api/v1/groups", Map.of("name", "g")).path("id").asString();
      String set = admin.made("/api/v1/collection-sets", Map.of("group_id", group, "name", "s")).path("id").asString();
      String credential = admin.made("/api/v1/credentials", around.newCredential("twitter")).path("id").asString();
      collection = admin.made("/api/v1/collections",
          Map.of("collection_set_id", set, "harvest_type", "twitter_user_timeline", "plan",
              Map.of("name", "c", "credential_id", credential), "seeds", "Anna\nBerta", "on", true))
          .path("collection").path("collection_id").asString();
      String harvest = admin.made("/api/v1/collections/" + collection + "/run", "").path("harvest_id").asString();
      Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> admin.seen("/api/v1/harvests/" + harvest)
          .path("harvest").path("state").asString().equals("completed_success"));
    }
    try (Database database = SqliteDatabase.open(directory, SqliteSettings.defaults(), Clock.systemUTC())) {
      ContentStore content = ContentStore.open(database, ChangeSink.NONE, Clock.systemUTC());
      assertThat(content.count(collection)).isEqualTo(5);
      assertThat(content.countBySeed(collection).values()).containsExactlyInAnyOrder(3L, 2L);
    }
  }
}
