package io.nuthatch.simulator.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class RedisClusterTest {

  @Test
  void killedMaster_isReplacedByItsReplicaAndComesBackAsOne() {
    try (RedisCluster cluster = RedisCluster.start()) {
      assertThat(cluster.masters()).containsExactly(0, 1, 2);
      assertThat(cluster.command(0, "-c", "SET", "a", "1")).contains("OK");
      cluster.kill(1);
      cluster.awaitHealthy();
      List<Integer> masters = cluster.masters();
      assertThat(masters).hasSize(3).doesNotContain(1);
      cluster.restart(1);
      cluster.awaitHealthy();
      assertThat(cluster.masters()).isEqualTo(masters);
      assertThat(cluster.command(1, "-c", "GET", "a")).contains("1");
    }
  }
}
