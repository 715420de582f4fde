package io.nuthatch.queue.rabbit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.nuthatch.model.NuthatchException.Kind;
import io.nuthatch.queue.Bus;
import io.nuthatch.queue.BusContract;
import io.nuthatch.queue.Message;
import io.nuthatch.queue.QueueDeclaration;
import io.nuthatch.queue.QueueException;
import io.nuthatch.simulator.servers.RabbitServer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class RabbitBusTest extends BusContract {

  private static final List<String> NAMES = List.of("q", "starts", "flickr", "all", "exact", "fleeting", "sfm");

  @Override
  protected Bus open() {
    RabbitBus bus = connect();
    for (String name : NAMES) {
      bus.delete(name);
      bus.delete(name + ".dead");
    }
    return bus;
  }

  @Override
  protected Bus reopen(Bus old) {
    old.close();
    return connect();
  }

  private static RabbitBus connect() {
    return RabbitBus.open(RabbitServer.shared().url(), RabbitSettings.defaults().withClassic(Set.of("sfm")),
        InstantSource.system());
  }

  @Test
  void brokerThatIsRestarted_costsNothingConfirmed_andConsumersComeBack() {
    bus().declare(QueueDeclaration.of("q", "k"));
    for (int i = 0; i < 100; i++) {
      bus().publish(Message.of("k", "message " + i));
    }
    Set<String> seen = ConcurrentHashMap.newKeySet();
    RabbitServer.shared().restart();
    await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> bus().depth("q"), depth -> depth == 100);

    try (Bus.Consumer consumer = bus().consume("q", 10, delivery -> seen.add(delivery.message().text()))) {
      await().until(() -> seen.size() == 100);
      RabbitServer.shared().restart();
      await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> {
        bus().publish(Message.of("k", "after"));
        return true;
      });
      await().atMost(Duration.ofSeconds(60)).until(() -> seen.contains("after"));
      assertThat(consumer).isNotNull();
    }
  }

  @Test
  void queueOfAnotherProgram_isDeclaredAsItDoes() {
    bus().declare(QueueDeclaration.of("sfm", "harvest.status.#"));

    assertThat(RabbitServer.shared().control("list_queues", "name", "type", "durable", "arguments"))
        .containsPattern("sfm\\s+classic\\s+true\\s+\\[\\]").containsPattern("sfm\\.dead\\s+quorum");
    bus().publish(Message.of("harvest.status.flickr.user", "{}"));
    await().until(() -> bus().depth("sfm") == 1);
    bus().get("sfm", 1).getFirst().reject("malformed");
    await().until(() -> bus().depth("sfm.dead") == 1);
  }

  @Test
  void wrongAddress_isNamed() {
    assertThatThrownBy(() -> RabbitBus.open("amqp://guest:guest@127.0.0.1:1", RabbitSettings.defaults(),
        InstantSource.system())).isInstanceOfSatisfying(QueueException.class, e -> {
          assertThat(e.kind()).isEqualTo(Kind.TRANSIENT);
          assertThat(e).hasMessageContaining("127.0.0.1:1");
        });
    assertThatThrownBy(() -> RabbitBus.open("nonsense", RabbitSettings.defaults(), InstantSource.system()))
        .isInstanceOf(QueueException.class).hasMessageContaining("bus.url");
  }
}
