package io.nuthatch.queue.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.queue.Bus;
import io.nuthatch.queue.BusContract;
import io.nuthatch.queue.Message;
import io.nuthatch.queue.QueueDeclaration;
import io.nuthatch.queue.QueueTime;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedBusTest extends BusContract {

  @TempDir
  Path directory;

  @Override
  protected Bus open() {
    return EmbeddedBus.open(directory, EmbeddedSettings.defaults().withSegments(1 << 18, 500), QueueTime.system());
  }

  @Override
  protected Bus reopen(Bus old) {
    old.close();
    return open();
  }

  @Test
  void messageThatExpiresWhileWorkedOn_leavesOnceItIsGivenBack() {
    bus().declare(QueueDeclaration.of("q", "k").withoutDeadLetters());
    bus().publish(Message.of("k", "x").withTtl(Duration.ofMillis(200)));
    var delivery = bus().get("q", 1).getFirst();
    var expiry = delivery.expiresAt();
    Awaitility.await().until(() -> expiry != null && Instant.now().isAfter(expiry.plusMillis(300)));

    delivery.giveBack("took too long");

    assertThat(bus().depth("q")).isZero();
    assertThat(bus().get("q", 1)).isEmpty();
  }

  @Test
  void patterns_matchAsOnATopicExchange() {
    assertThat(new TopicPattern("#").matches("")).isTrue();
    assertThat(new TopicPattern("#").matches("a.b.c")).isTrue();
    assertThat(new TopicPattern("a.#").matches("a")).isTrue();
    assertThat(new TopicPattern("a.*").matches("a")).isFalse();
    assertThat(new TopicPattern("a.*").matches("a.b.c")).isFalse();
    assertThat(new TopicPattern("#.c").matches("a.b.c")).isTrue();
    assertThat(new TopicPattern("#.b.#").matches("a.b.c")).isTrue();
    assertThat(new TopicPattern("*.b.#").matches("b.c")).isFalse();
    assertThat(new TopicPattern("a.#.#.z").matches("a.z")).isTrue();
  }
}
