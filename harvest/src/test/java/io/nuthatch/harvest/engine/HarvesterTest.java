package io.nuthatch.harvest.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.model.message.HarvestStatus;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HarvesterTest {

  @TempDir
  Path directory;

  private final MemoryPosts posts = new MemoryPosts();
  private ToyPlatform platform;
  private TestNode node;

  @BeforeEach
  void open() {
    platform = new ToyPlatform();
    node = TestNode.start(directory, platform, posts);
  }

  @AfterEach
  void close() {
    node.close();
    platform.close();
  }

  private static Long[] numbers(long from, long to) {
    return LongStream.rangeClosed(from, to).boxed().toArray(Long[]::new);
  }

  @Test
  void cleanSearch_isArchivedWhole_andEndsInSuccess() {
    platform.publish("birds", 1, 100);
    HarvestStatus last = node.harvest(TestNode.order("h1", "toy_search", "birds"));
    assertThat(last.status()).isEqualTo(HarvestStatus.SUCCESS);
    assertThat(node.archived().keySet()).containsExactly(numbers(1, 100));
    assertThat(posts.size()).isEqualTo(100);
    assertThat(last.errors()).isEmpty();
    assertThat(last.warnings()).isEmpty();
  }
}
