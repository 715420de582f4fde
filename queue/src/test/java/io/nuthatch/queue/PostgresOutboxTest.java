package io.nuthatch.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.nuthatch.database.Database;
import io.nuthatch.database.postgres.PostgresDatabase;
import io.nuthatch.database.postgres.PostgresSettings;
import io.nuthatch.simulator.servers.PostgresServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class PostgresOutboxTest extends OutboxContract {

  @Override
  protected Database open(Path folder) {
    return PostgresDatabase.open(PostgresServer.shared().fresh(), PostgresSettings.defaults());
  }

  @Test
  void relaysOfTwoNodes_publishEachMessageOnce_inTheOrderOfEachNode() throws InterruptedException {
    int each = 200;
    try (Outbox other = start()) {
      Thread second = Thread.ofVirtual().start(() -> addAll(other, "other", each));
      addAll(outbox(), "one", each);
      second.join();
      List<String> texts = arrived();
      assertThat(texts).hasSize(2 * each).doesNotHaveDuplicates();
      for (String node : List.of("one", "other")) {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < each; i++) {
          expected.add(node + " " + i);
        }
        assertThat(texts.stream().filter(text -> text.startsWith(node + " "))).isEqualTo(expected);
      }
      await().untilAsserted(
          () -> assertThat(other.figures().published() + outbox().figures().published()).isEqualTo(2L * each));
    }
  }

  private void addAll(Outbox outbox, String node, int count) {
    for (int i = 0; i < count; i++) {
      add(outbox, node + " " + i);
    }
  }
}
