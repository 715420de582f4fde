package io.nuthatch.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every bus does. Time is real here: servers keep their own. */
public abstract class BusContract {

  private Bus bus;

  /** A bus without queues. */
  protected abstract Bus open();

  /** The same bus after every client of it has gone away and come back. */
  protected abstract Bus reopen(Bus old);

  @BeforeEach
  final void openBus() {
    bus = open();
  }

  @AfterEach
  final void closeBus() {
    bus.close();
  }

  protected final Bus bus() {
    return bus;
  }

  private void declare(String name, String... patterns) {
    bus.declare(QueueDeclaration.of(name, patterns));
  }

  private List<String> drain(String queue) {
    List<String> texts = new ArrayList<>();
    await().until(() -> {
      List<Delivery> some = bus.get(queue, 100);
      some.forEach(delivery -> {
        texts.add(delivery.message().text());
        delivery.acknowledge();
      });
      return some.isEmpty() && bus.depth(queue) == 0;
    });
    return texts;
  }

  private Delivery one(String queue) {
    await().until(() -> bus.depth(queue) > 0);
    return bus.get(queue, 1).getFirst();
  }

  @Test
  void message_goesToEveryQueueThatWantsIt_once() {
    declare("starts", "harvest.start.#");
    declare("flickr", "*.start.flickr.*", "harvest.start.flickr.flickr_user");
    declare("all", "#");
    declare("exact", "warc_created");

    bus.publish(List.of(Message.of("harvest.start.flickr.flickr_user", "1"), Message.of("warc_created", "2"),
        Message.of("harvest.start", "3"), Message.of("export.start.flickr.user.more", "4"),
        Message.of("unwanted", "5")));

    assertThat(drain("starts")).containsExactly("1", "3");
    assertThat(drain("flickr")).containsExactly("1");
    assertThat(drain("all")).containsExactly("1", "2", "3", "4", "5");
    assertThat(drain("exact")).containsExactly("2");
  }

  @Test
  void messages_areDeliveredInOrder_withTheirKeyAndBody() {
    declare("q", "a.*");
    List<Message> messages = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      messages.add(Message.of("a.b", "message " + i));
      expected.add("message " + i);
    }

    bus.publish(messages);

    Delivery first = one("q");
    assertThat(first.message().routingKey()).isEqualTo("a.b");
    assertThat(first.queue()).isEqualTo("q");
    assertThat(first.count()).isOne();
    assertThat(first.expiresAt()).isNull();
    first.acknowledge();
    assertThat(drain("q")).isEqualTo(expected.subList(1, 500));
  }

  @Test
  void whatWaits_survivesReopening() {
    declare("q", "k");
    bus.publish(List.of(Message.of("k", "one"), Message.of("k", "two")));
    Delivery held = one("q");
    assertThat(held.message().text()).isEqualTo("one");

    bus = reopen(bus);

    bus.publish(Message.of("k", "three"));
    await().until(() -> bus.depth("q") == 3);
    assertThat(drain("q")).containsExactlyInAnyOrder("one", "two", "three");
  }

  @Test
  void consumers_shareTheMessages() {
    declare("q", "k");
    Set<String> seen = ConcurrentHashMap.newKeySet();
    AtomicInteger deliveries = new AtomicInteger();
    MessageHandler handler = delivery -> {
      seen.add(delivery.message().text());
      deliveries.incrementAndGet();
    };
    try (Bus.Consumer first = bus.consume("q", 5, handler); Bus.Consumer second = bus.consume("q", 5, handler)) {
      await().until(() -> bus.consumers("q") == 2);
      for (int i = 0; i < 200; i++) {
        bus.publish(Message.of("k", "message " + i));
      }
      await().until(() -> seen.size() == 200);
      assertThat(deliveries).hasValue(200);
      assertThat(first).isNotSameAs(second);
    }
    await().until(() -> bus.consumers("q") == 0);
    assertThat(bus.depth("q")).isZero();
  }

  @Test
  void consumer_holdsNoMoreThanItsPrefetch() {
    declare("q", "k");
    CountDownLatch finish = new CountDownLatch(1);
    AtomicInteger started = new AtomicInteger();
    try (Bus.Consumer consumer = bus.consume("q", 3, delivery -> {
      started.incrementAndGet();
      finish.await();
    })) {
      for (int i = 0; i < 10; i++) {
        bus.publish(Message.of("k", "message " + i));
      }
      await().until(() -> started.get() == 3 && bus.depth("q") == 7);
      finish.countDown();
      await().until(() -> started.get() == 10);
      assertThat(consumer).isNotNull();
    }
  }

  @Test
  void earlyAcknowledgement_makesRoomForTheNext_whileTheHandlerGoesOn() {
    declare("q", "k");
    CountDownLatch finish = new CountDownLatch(1);
    AtomicInteger started = new AtomicInteger();
    AtomicInteger finished = new AtomicInteger();
    try (Bus.Consumer consumer = bus.consume("q", 1, delivery -> {
      started.incrementAndGet();
      delivery.acknowledge();
      finish.await();
      finished.incrementAndGet();
    })) {
      bus.publish(List.of(Message.of("k", "1"), Message.of("k", "2"), Message.of("k", "3")));
      await().until(() -> started.get() == 3);
      assertThat(bus.depth("q")).isZero();
      assertThat(consumer).isNotNull();
      finish.countDown();
      await().until(() -> finished.get() == 3);
    }
  }

  @Test
  void failedMessage_isDeliveredAgain_withItsCount() {
    declare("q", "k");
    List<Integer> counts = Collections.synchronizedList(new ArrayList<>());
    try (Bus.Consumer consumer = bus.consume("q", 2, delivery -> {
      counts.add(delivery.count());
      if (delivery.count() < 3) {
        throw new IllegalStateException("not yet");
      }
    })) {
      bus.publish(Message.of("k", "x"));
      await().until(() -> counts.size() == 3);
      assertThat(consumer).isNotNull();
    }
    assertThat(counts).containsExactly(1, 2, 3);
    assertThat(bus.depth("q.dead")).isZero();
  }

  @Test
  void messageThatAlwaysFails_becomesADeadLetter() {
    bus.declare(QueueDeclaration.of("q", "k").withDeliveries(3));
    AtomicInteger calls = new AtomicInteger();
    try (Bus.Consumer consumer = bus.consume("q", 2, delivery -> {
      calls.incrementAndGet();
      throw new IllegalStateException("never");
    })) {
      bus.publish(Message.of("k", "poison"));
      await().until(() -> bus.depth("q.dead") == 1);
      assertThat(consumer).isNotNull();
    }
    assertThat(calls).hasValue(3);
    Delivery dead = one("q.dead");
    assertThat(dead.message().text()).isEqualTo("poison");
    assertThat(dead.message().routingKey()).isEqualTo("k");
    assertThat(dead.reason()).isNotEmpty();
    dead.acknowledge();
  }

  @Test
  void rejectedMessage_becomesADeadLetter_atOnce_withTheReason() {
    declare("q", "k");
    try (Bus.Consumer consumer = bus.consume("q", 2, delivery -> {
      if (delivery.message().text().equals("malformed")) {
        throw QueueException.caller("not JSON");
      }
      delivery.reject("no such collection");
    })) {
      bus.publish(List.of(Message.of("k", "malformed"), Message.of("k", "unknown")));
      await().until(() -> bus.depth("q.dead") == 2);
      assertThat(consumer).isNotNull();
    }
    List<Delivery> dead = bus.get("q.dead", 2);
    assertThat(dead).extracting(Delivery::reason).containsExactlyInAnyOrder("QueueException: not JSON",
        "no such collection");
    dead.forEach(Delivery::acknowledge);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "[]", "5", "\"text\"", "", "{\"id\": \"seven\"}", "{\"id\": 7"})
  void malformedBody_becomesADeadLetter_atOnce_withTheReason(String body) {
    declare("q", "k.l");
    AtomicInteger calls = new AtomicInteger();
    try (Bus.Consumer consumer = bus.consume("q", 2, delivery -> {
      calls.incrementAndGet();
      assertThat(delivery.message().read(Numbered.class).id()).isEqualTo(7);
    })) {
      bus.publish(List.of(Message.of("k.l", body), Message.of("k.l", "{\"id\": 7, \"more\": 8}")));
      await().until(() -> calls.get() == 2 && bus.depth("q.dead") == 1);
      assertThat(consumer).isNotNull();
    }
    Delivery dead = one("q.dead");
    assertThat(dead.message().text()).isEqualTo(body);
    assertThat(dead.reason()).contains("k.l", "malformed");
    dead.acknowledge();
    assertThat(bus.depth("q")).isZero();
  }

  private record Numbered(long id) {
  }

  @Test
  void givenBackMessage_isThereForOthers() {
    declare("q", "k");
    bus.publish(Message.of("k", "x"));
    one("q").giveBack("not mine");

    Delivery again = one("q");
    assertThat(again.count()).isEqualTo(2);
    again.acknowledge();
    again.giveBack("too late");
    assertThat(drain("q")).isEmpty();
  }

  @Test
  void expiredMessage_leavesThoughNobodyConsumes() {
    declare("q", "k");
    bus.declare(QueueDeclaration.of("fleeting", "k").withoutDeadLetters());
    Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    bus.publish(Message.of("k", "short").withTtl(Duration.ofMillis(400)));
    bus.publish(Message.of("k", "long").withTtl(Duration.ofHours(1)));
    await().until(() -> bus.depth("q") == 2);

    await().until(() -> bus.depth("q") == 1 && bus.depth("fleeting") == 1 && bus.depth("q.dead") == 1);

    assertThat(Duration.between(before, Instant.now())).isGreaterThanOrEqualTo(Duration.ofMillis(400));
    Delivery left = one("q");
    assertThat(left.message().text()).isEqualTo("long");
    assertThat(left.expiresAt()).isBetween(before.plus(Duration.ofHours(1)),
        Instant.now().plus(Duration.ofHours(1)));
    left.acknowledge();
    Delivery dead = one("q.dead");
    assertThat(dead.reason()).isEqualTo("expired");
    dead.acknowledge();
  }

  @Test
  void closedConsumer_finishesWhatItHas_andLeavesTheRest() {
    declare("q", "k");
    CountDownLatch started = new CountDownLatch(2);
    AtomicInteger finished = new AtomicInteger();
    Bus.Consumer consumer = bus.consume("q", 2, delivery -> {
      started.countDown();
      started.await();
      finished.incrementAndGet();
    });
    for (int i = 0; i < 50; i++) {
      bus.publish(Message.of("k", "message " + i));
    }
    await().until(() -> started.getCount() == 0);

    consumer.close();

    int done = finished.get();
    await().until(() -> bus.depth("q") == 50 - done);
    assertThat(drain("q")).hasSize(50 - done);
  }

  @Test
  void topology_canBeChanged() {
    declare("q", "a", "b");
    declare("q", "c");
    bus.unbind("q", "a");
    bus.publish(List.of(Message.of("a", "a"), Message.of("b", "b"), Message.of("c", "c")));
    assertThat(drain("q")).containsExactly("b", "c");

    bus.publish(Message.of("b", "more"));
    await().until(() -> bus.depth("q") == 1);
    assertThat(bus.purge("q")).isOne();
    assertThat(bus.depth("q")).isZero();

    bus.delete("q");
    bus.publish(Message.of("b", "to nobody"));
    assertThatThrownBy(() -> bus.get("q", 1)).isInstanceOf(QueueException.class).hasMessageContaining("q");
  }

  @Test
  void nonsense_isRefused() {
    assertThatThrownBy(() -> Message.of("k".repeat(300), "x")).isInstanceOf(QueueException.class);
    assertThatThrownBy(() -> Message.of("k", "x").withTtl(Duration.ZERO)).isInstanceOf(QueueException.class);
    assertThatThrownBy(() -> bus.consume("unheard-of", 1, delivery -> {
    })).isInstanceOf(QueueException.class);
    assertThatThrownBy(() -> new QueueDeclaration("q", List.of(), 1, "q")).isInstanceOf(QueueException.class);
  }
}
