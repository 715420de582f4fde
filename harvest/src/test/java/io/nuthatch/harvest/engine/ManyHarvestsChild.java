package io.nuthatch.harvest.engine;

import io.nuthatch.model.message.HarvestStart;
import io.nuthatch.model.message.HarvestStatus;
import io.nuthatch.model.message.Reference;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/** A node with as many harvests as {@link ManyHarvestsTest} wants, each of a collection of its own. */
final class ManyHarvestsChild {

  private ManyHarvestsChild() {
  }

  private static HarvestStart of(HarvestStart order, int collection) {
    return new HarvestStart(order.id(), null, order.type(), null, order.seeds(), order.options(), order.credentials(),
        order.collectionSet(), new Reference("c" + collection));
  }

  public static void main(String[] arguments) {
    Path directory = Path.of(arguments[0]);
    int each = ManyHarvestsTest.EACH;
    HarvesterSettings settings = TestNode.quick(arguments[1])
        .with(new HarvesterSettings.Lanes(each, 1, each, 1, Duration.ofMinutes(1), Duration.ofSeconds(30)))
        .with(HarvesterSettings.Cuts.usual());
    long began = System.nanoTime();
    try (TestNode node = TestNode.start(TestNode.Base.embedded(directory), directory, settings,
        List.of(new ToyAdapter()), new MemoryPosts())) {
      for (int i = 0; i < each; i++) {
        node.ask(of(TestNode.order("s" + i, "toy_stream", "all"), i));
        node.ask(of(TestNode.order("h" + i, "toy_search", "q" + i), each + i));
      }
      for (int i = 0; i < each; i++) {
        expect(node, "h" + i, 200);
      }
      Awaitility.await().atMost(Duration.ofMinutes(3)).until(() -> streamed(node) >= each * 200L);
      for (int i = 0; i < each; i++) {
        node.askToStop("s" + i);
      }
      for (int i = 0; i < each; i++) {
        expect(node, "s" + i, 200);
      }
      long peak = ManagementFactory.getMemoryPoolMXBeans().stream()
          .filter(pool -> pool.getType() == java.lang.management.MemoryType.HEAP)
          .map(MemoryPoolMXBean::getPeakUsage).mapToLong(usage -> usage.getUsed()).sum();
      System.out.printf("all ended well: %d and %d harvests in %d s, heap peak %d MB%n", each, each,
          Duration.ofNanos(System.nanoTime() - began).toSeconds(), peak >> 20);
    }
  }

  private static long streamed(TestNode node) {
    return node.base.database().read(reading -> reading
        .number("SELECT COALESCE(sum(items), 0) FROM run_stats WHERE run LIKE 's%'"));
  }

  private static void expect(TestNode node, String id, long items) {
    Awaitility.await(id).atMost(Duration.ofMinutes(3)).until(() -> node.base.database()
        .read(reading -> reading.number("SELECT count(*) FROM runs WHERE id = ? AND state = 'success'", id)) == 1);
    long kept = node.base.database()
        .read(reading -> reading.number("SELECT sum(items) FROM run_stats WHERE run = ?", id));
    if (kept < items) {
      throw new IllegalStateException(id + " has " + kept + " items, " + HarvestStatus.SUCCESS);
    }
  }
}
