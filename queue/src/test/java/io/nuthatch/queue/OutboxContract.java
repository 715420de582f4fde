package io.nuthatch.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.nuthatch.database.Database;
import io.nuthatch.model.NuthatchException.Kind;
import io.nuthatch.queue.embedded.EmbeddedBus;
import io.nuthatch.queue.embedded.EmbeddedSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an outbox does on every database. */
abstract class OutboxContract {

  protected static final OutboxSettings QUICK = new OutboxSettings(10, Duration.ofMillis(100), Duration.ofMillis(300),
      new BackoffPolicy(Duration.ofMillis(5), Duration.ofMillis(20), 0.5));

  @TempDir
  Path directory;

  private Database database;
  private HinderedBus bus;
  private Outbox outbox;

  /** A database without tables. */
  protected abstract Database open(Path folder);

  @BeforeEach
  final void startOutbox() {
    database = open(directory.resolve("database"));
    bus = new HinderedBus(
        EmbeddedBus.open(directory.resolve("bus"), EmbeddedSettings.defaults().withSegments(1 << 18, 500),
            QueueTime.system()));
    bus.declare(QueueDeclaration.of("q", "#"));
    outbox = start();
  }

  @AfterEach
  final void close() {
    outbox.close();
    bus.close();
    database.close();
  }

  protected final Outbox start() {
    return Outbox.start(database, bus, QUICK, InstantSource.system());
  }

  protected final Outbox outbox() {
    return outbox;
  }

  protected final void add(Outbox to, String... texts) {
    database.run(transaction -> to.add(transaction, IntStream.range(0, texts.length)
        .mapToObj(i -> Message.of("k." + texts[i], texts[i])).toList()));
  }

  /** What has arrived by the time the outbox is empty. */
  protected final List<String> arrived() {
    await().until(() -> outbox.waiting() == 0);
    List<Delivery> deliveries = bus.get("q", 100_000);
    deliveries.forEach(Delivery::acknowledge);
    return deliveries.stream().map(delivery -> delivery.message().text()).toList();
  }

  private static QueueException unreachable() {
    return new QueueException(Kind.TRANSIENT, "no broker", null);
  }

  @Test
  void committedMessages_arriveInOrder_thoseRolledBackNever() {
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      String text = "message " + i;
      expected.add(text);
      add(outbox, text);
      assertThatThrownBy(() -> database.run(transaction -> {
        outbox.add(transaction, Message.of("k", "never"));
        throw new IllegalStateException("no");
      })).isInstanceOf(IllegalStateException.class);
    }
    add(outbox, "a", "b", "c");
    expected.addAll(List.of("a", "b", "c"));

    assertThat(arrived()).isEqualTo(expected);
    await().untilAsserted(() -> assertThat(outbox.figures()).isEqualTo(new OutboxFigures(33, 0, 0, null)));
  }

  @Test
  void largeTransaction_arrivesInBatches_inOrder() {
    String[] texts = IntStream.range(0, 1005).mapToObj(Integer::toString).toArray(String[]::new);
    List<Integer> sizes = new ArrayList<>();
    bus.before = messages -> sizes.add(messages.size());

    add(outbox, texts);

    assertThat(arrived()).containsExactly(texts);
    assertThat(sizes).hasSize(101).allMatch(size -> size <= 10);
  }

  @Test
  void timeToLive_isKept_andGoesOnWhileTheMessageWaits() {
    CountDownLatch go = new CountDownLatch(1);
    bus.before = messages -> {
      if (go.getCount() > 0) {
        throw unreachable();
      }
    };
    database.run(transaction -> outbox.add(transaction, List.of(
        Message.of("k", "short").withTtl(Duration.ofMillis(50)),
        Message.of("k", "long").withTtl(Duration.ofHours(1)))));
    await().until(() -> outbox.figures().failures() > 5);
    await().pollDelay(Duration.ofMillis(60)).until(() -> true);

    go.countDown();

    await().until(() -> bus.depth("q") == 1 && bus.depth("q.dead") == 1);
    Delivery left = bus.get("q", 1).getFirst();
    assertThat(left.message().text()).isEqualTo("long");
    assertThat(left.expiresAt()).isBefore(InstantSource.system().instant().plus(Duration.ofHours(1)));
    left.acknowledge();
  }

  @Test
  void busThatIsDown_costsTime_notMessages() {
    AtomicInteger broken = new AtomicInteger(20);
    bus.before = messages -> {
      if (broken.getAndDecrement() > 0) {
        throw unreachable();
      }
    };

    add(outbox, "a", "b");
    await().until(() -> outbox.figures().lastFailure() != null);
    add(outbox, "c");

    assertThat(arrived()).containsExactly("a", "b", "c");
    await().untilAsserted(() -> assertThat(outbox.figures()).isEqualTo(new OutboxFigures(3, 0, 20, null)));
  }

  @Test
  void publishingThatFailsAfterwards_repeats_andLosesNothing() {
    AtomicInteger broken = new AtomicInteger(2);
    bus.after = messages -> {
      if (broken.getAndDecrement() > 0) {
        throw unreachable();
      }
    };

    add(outbox, "a", "b");

    assertThat(arrived()).containsExactly("a", "b", "a", "b", "a", "b");
  }

  @Test
  void crashBetweenPublishingAndDeleting_repeats_andLosesNothing() {
    CountDownLatch stopped = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    bus.after = messages -> {
      stopped.countDown();
      try {
        never.await();
      } catch (InterruptedException e) {
        throw unreachable();
      }
    };
    Outbox crashed = outbox;
    add(crashed, "a", "b");
    await().until(() -> stopped.getCount() == 0);
    bus.after = messages -> {
    };

    outbox = start();

    assertThat(arrived()).containsExactly("a", "b", "a", "b");
    add(outbox, "c");
    assertThat(arrived()).containsExactly("c");
    never.countDown();
    crashed.close();
  }

  @Test
  void refusedMessage_isSetAside_andTriedAgainAtTheNextStart() {
    AtomicInteger refusing = new AtomicInteger(1);
    bus.before = messages -> {
      if (refusing.get() > 0 && messages.stream().anyMatch(message -> message.text().equals("bad"))) {
        throw QueueException.caller("too large");
      }
    };

    add(outbox, "a", "bad", "b");

    assertThat(arrived()).containsExactly("a", "b");
    await().untilAsserted(() -> assertThat(outbox.figures()).isEqualTo(new OutboxFigures(2, 1, 0, null)));
    refusing.set(0);
    outbox.close();
    outbox = start();
    assertThat(arrived()).containsExactly("bad");
  }

  @Test
  void closedBus_refusesNothing() {
    Bus gone = EmbeddedBus.open(directory.resolve("gone"), EmbeddedSettings.defaults(), QueueTime.system());
    gone.declare(QueueDeclaration.of("q", "#"));
    outbox.close();
    outbox = Outbox.start(database, gone, QUICK, InstantSource.system());
    gone.close();

    add(outbox, "a");
    await().until(() -> outbox.figures().failures() > 3);

    outbox.close();
    outbox = start();
    assertThat(arrived()).containsExactly("a");
  }

  @Test
  void whatWaitsWhenTheRelayIsClosed_goesWithTheNext() {
    outbox.close();
    add(outbox, "a", "b");
    assertThat(outbox.waiting()).isEqualTo(2);

    outbox = start();

    assertThat(arrived()).containsExactly("a", "b");
  }
}
