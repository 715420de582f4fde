package io.nuthatch.queue;

import io.nuthatch.database.Database;
import io.nuthatch.database.Dialect;
import io.nuthatch.database.Migrations;
import io.nuthatch.database.Row;
import io.nuthatch.database.Transaction;
import io.nuthatch.model.NuthatchException.Kind;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Messages that leave if and only if a transaction commits: they are written beside the state they tell of, and a relay
 * publishes them afterwards. Whoever adds has nothing else to do.
 *
 * <p>Published at least once, in the order of their ids: messages of one transaction as they were added, those of a
 * transaction that began after another had committed behind that one's. A bus that cannot be reached costs time, never
 * messages. A crash between publishing and deleting shows as a repeat.
 *
 * <p>What it does not do: tell the order of transactions that ran at the same time.
 */
public final class Outbox implements AutoCloseable {

  /*
   * Waking. Nobody here sees the commit. So an added message makes the relay look at once and again after two, four,
   * eight … milliseconds, until something is there or the pause is as long as the usual one. That finds a commit after
   * at most twice its time, costs a rolled-back transaction a dozen small reads, and cannot be forgotten by a caller.
   *
   * A turn. One transaction deletes what was published, says that this node goes on, and reads the next batch; then the
   * batch is published outside of any. What was published is remembered until a transaction has deleted it, so a
   * failing database alone repeats nothing.
   *
   * One relay at a time. On a shared database the relay's row names the node that is publishing. It is free again when
   * the outbox is empty or the bus has failed. Its number grows with each turn; who sees it stand still for the time of
   * a take-over, by a clock of its own, takes the place. A node that was merely slow then repeats messages.
   *
   * Refusals. A batch the bus calls a mistake is published message by message. Those it still refuses while it
   * answers stay in the table with their reason and hold up nobody; they are tried once more when an outbox is started.
   */

  private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);
  private static final long SOON_MILLIS = 1;
  private static final long NO_BEAT = -1;
  private static final long BATCH_BYTES = 8_000_000;
  private static final Duration DRAIN = Duration.ofSeconds(20);
  private static final int LONGEST_REASON = 2000;

  private static final String WAITING = "SELECT count(*) FROM (SELECT 1 FROM outbox WHERE reason IS NULL LIMIT 1) AS w";
  /** The first is read however large it is. */
  private static final String NEXT = """
      SELECT id, routing_key, body, expires_at FROM (
        SELECT id, routing_key, body, expires_at, SUM(length(body)) OVER (ORDER BY id) - length(body) AS before FROM (
          SELECT id, routing_key, body, expires_at FROM outbox WHERE reason IS NULL ORDER BY id LIMIT ?) AS few) AS small
      WHERE before < ? ORDER BY id""";

  private record Entry(long id, Message message) {
  }

  /** What the bus has said of a message: nothing when it took it. */
  private record Verdict(long id, @Nullable String refusal) {
  }

  private final Database database;
  private final Bus bus;
  private final OutboxSettings settings;
  private final InstantSource clock;
  private final String node = UUID.randomUUID().toString();
  private final Semaphore added = new Semaphore(0);
  private final CountDownLatch closing = new CountDownLatch(1);
  private final LongAdder published = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private final Thread relay;
  private volatile @Nullable String lastFailure;
  private List<Verdict> verdicts = List.of();
  private long seenBeat = NO_BEAT;
  private long seenAt;

  private Outbox(Database database, Bus bus, OutboxSettings settings, InstantSource clock) {
    this.database = database;
    this.bus = bus;
    this.settings = settings;
    this.clock = clock;
    this.relay = Thread.ofVirtual().name("outbox").unstarted(this::run);
  }

  /** Makes the tables if need be and publishes what is in them, and from now on what is added. */
  public static Outbox start(Database database, Bus bus, OutboxSettings settings, InstantSource clock) {
    database.migrate(List.of(Migrations.of("outbox")));
    database.run(transaction -> transaction.update("UPDATE outbox SET reason = NULL WHERE reason IS NOT NULL"));
    var outbox = new Outbox(database, bus, settings, clock);
    outbox.relay.start();
    return outbox;
  }

  /** Publishes the messages if and when the transaction is committed; a time to live begins now. */
  public void add(Transaction transaction, List<Message> messages) {
    long now = clock.millis();
    List<@Nullable Object[]> rows = new ArrayList<>(messages.size());
    for (Message message : messages) {
      Duration ttl = message.ttl();
      rows.add(new @Nullable Object[]{message.routingKey(), message.body(), ttl == null ? null : now + ttl.toMillis()});
    }
    transaction.batch("INSERT INTO outbox (routing_key, body, expires_at) VALUES (?, ?, ?)", rows);
    added.release();
  }

  public void add(Transaction transaction, Message message) {
    add(transaction, List.of(message));
  }

  /** How many messages wait, those of other nodes included; the refused are not among them. */
  public long waiting() {
    return database.read(reading -> reading.number("SELECT count(*) FROM outbox WHERE reason IS NULL"));
  }

  public OutboxFigures figures() {
    return new OutboxFigures(published.sum(), refused.sum(), failures.sum(), lastFailure);
  }

  private void run() {
    long pause = SOON_MILLIS;
    int failed = 0;
    try {
      while (closing.getCount() > 0) {
        try {
          pause = relay() ? SOON_MILLIS : Math.min(2 * pause, settings.poll().toMillis());
          failed = 0;
          lastFailure = null;
        } catch (RuntimeException e) {
          failed++;
          failed(e, failed);
          var _ = closing.await(settings.backoff().after(failed, ThreadLocalRandom.current()).toMillis(),
              TimeUnit.MILLISECONDS);
          continue;
        }
        if (added.tryAcquire(pause, TimeUnit.MILLISECONDS)) {
          var _ = added.drainPermits();
          pause = SOON_MILLIS;
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("the relay of the outbox was stopped");
    }
  }

  private void failed(RuntimeException failure, int inARow) {
    failures.increment();
    lastFailure = failure.getClass().getSimpleName() + ": " + failure.getMessage();
    if (inARow == 1) {
      LOG.warn("the outbox could not be published and is tried until it can: {}", failure.getMessage(), failure);
    }
  }

  /** Publishes until nothing is left; false when there was nothing to do, or another node does it. */
  private boolean relay() {
    if (verdicts.isEmpty() && database.read(reading -> reading.number(WAITING)) == 0) {
      return false;
    }
    List<Entry> batch = turn();
    boolean any = !batch.isEmpty();
    while (!batch.isEmpty()) {
      try {
        publish(batch);
      } catch (RuntimeException e) {
        database.run(this::stepBack);
        throw e;
      }
      batch = turn();
    }
    return any;
  }

  private List<Entry> turn() {
    List<Entry> batch = database.write(transaction -> {
      settle(transaction);
      List<Entry> next = closing.getCount() > 0 && leads(transaction)
          ? transaction.list(NEXT, this::entry, settings.batch(), BATCH_BYTES)
          : List.of();
      if (next.isEmpty()) {
        stepBack(transaction);
      }
      return next;
    });
    verdicts = List.of();
    return batch;
  }

  private Entry entry(Row row) {
    Message message = Message.of(row.text("routing_key"), row.bytes("body"));
    return new Entry(row.integer("id"), row.isNull("expires_at")
        ? message
        : message.withTtl(Duration.ofMillis(Math.max(1, row.integer("expires_at") - clock.millis()))));
  }

  private void settle(Transaction transaction) {
    List<@Nullable Object[]> gone = new ArrayList<>();
    for (Verdict verdict : verdicts) {
      if (verdict.refusal == null) {
        gone.add(new @Nullable Object[]{verdict.id});
      } else {
        transaction.update("UPDATE outbox SET reason = ? WHERE id = ?", verdict.refusal, verdict.id);
      }
    }
    if (!gone.isEmpty()) {
      transaction.batch("DELETE FROM outbox WHERE id = ?", gone);
    }
  }

  /** Whether this node is the one that publishes, from now on or still. */
  private boolean leads(Transaction transaction) {
    if (database.dialect() == Dialect.SQLITE) {
      return true;
    }
    long still = System.nanoTime() - seenAt > settings.takeOver().toNanos() ? seenBeat : NO_BEAT;
    if (transaction.update("""
        UPDATE outbox_relay SET holder = ?, beat = beat + 1
        WHERE holder = ? OR holder = '' OR beat = ?""", node, node, still) > 0) {
      return true;
    }
    long beat = transaction.number("SELECT beat FROM outbox_relay");
    if (beat != seenBeat) {
      seenBeat = beat;
      seenAt = System.nanoTime();
    }
    return false;
  }

  private void stepBack(Transaction transaction) {
    transaction.update("UPDATE outbox_relay SET holder = '' WHERE holder = ?", node);
  }

  private void publish(List<Entry> batch) {
    try {
      bus.publish(batch.stream().map(Entry::message).toList());
      verdicts = batch.stream().map(entry -> new Verdict(entry.id, null)).toList();
    } catch (QueueException e) {
      if (e.kind() != Kind.CALLER) {
        throw e;
      }
      verdicts = batch.stream().map(this::publish).toList();
    }
    long taken = verdicts.stream().filter(verdict -> verdict.refusal == null).count();
    published.add(taken);
    refused.add(batch.size() - taken);
  }

  private Verdict publish(Entry entry) {
    try {
      bus.publish(entry.message);
      return new Verdict(entry.id, null);
    } catch (QueueException e) {
      if (e.kind() != Kind.CALLER) {
        throw e;
      }
      bus.ping();
      LOG.error("message {} of the outbox, {}, is refused and set aside: {}", entry.id, entry.message.routingKey(),
          e.getMessage());
      String reason = String.valueOf(e.getMessage());
      return new Verdict(entry.id, reason.substring(0, Math.min(reason.length(), LONGEST_REASON)));
    }
  }

  /** Finishes the batch in hand; what is left waits for the next relay. */
  @Override
  public void close() {
    closing.countDown();
    added.release();
    try {
      if (!relay.join(DRAIN)) {
        relay.interrupt();
      }
    } catch (InterruptedException e) {
      relay.interrupt();
      Thread.currentThread().interrupt();
    }
  }
}
