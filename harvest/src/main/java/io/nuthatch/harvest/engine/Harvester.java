package io.nuthatch.harvest.engine;

import io.nuthatch.archive.Archive;
import io.nuthatch.database.Database;
import io.nuthatch.harvest.CredentialSource;
import io.nuthatch.harvest.PlatformAdapter;
import io.nuthatch.harvest.Sealing;
import io.nuthatch.harvest.capture.CaptureClient;
import io.nuthatch.harvest.capture.Limits;
import io.nuthatch.harvest.quota.CredentialPool;
import io.nuthatch.harvest.quota.QuotaFigures;
import io.nuthatch.model.PostSink;
import io.nuthatch.queue.Bus;
import io.nuthatch.queue.JobQueue;
import io.nuthatch.queue.JobRunner;
import io.nuthatch.queue.Outbox;
import io.nuthatch.queue.QueueDeclaration;
import io.nuthatch.queue.RunnerSettings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Performs the harvests that messages ask for, whoever sends them. Every harvest that was asked for comes to a last
 * status; one whose worker ends, by whatever cause, is gone on with by another. Any number of nodes may share the work.
 *
 * <p>The database must have the tables of module {@code harvest}. What it does not do: know collections, schedules or
 * people; those who ask keep them.
 */
public final class Harvester implements AutoCloseable {

  /*
   * Start. A message becomes a row and a job, then it is acknowledged; a worker takes the job under a lease. Stop. One
   * node hears the message and writes the wish down; a worker sees it with every page it commits, and a watch on each
   * node tells those that wait. Close. Workers come to rest at the next page, give their harvest back as paused with a
   * new job, and the next node takes it up.
   */

  private static final Logger LOG = LoggerFactory.getLogger(Harvester.class);
  private static final Duration WATCH = Duration.ofSeconds(1);
  private static final int PREFETCH = 16;

  /** What a node is made of, below this. */
  public record Foundation(Database database, JobQueue jobs, Bus bus, Outbox outbox, Archive archive, PostSink posts) {
  }

  /** What is spoken to, and with what. */
  public record Reach(List<PlatformAdapter> adapters, CaptureClient client, Limits limits, CredentialPool pool,
      CredentialSource credentials, Sealing sealing) {
  }

  private final RunStore store;
  private final CredentialPool pool;
  private final Live live = new Live();
  private final List<Bus.Consumer> consumers = new ArrayList<>();
  private final List<JobRunner> runners = new ArrayList<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Thread watch;

  private Harvester(RunStore store, CredentialPool pool) {
    this.store = store;
    this.pool = pool;
    this.watch = Thread.ofVirtual().name("harvest-stops").unstarted(this::watch);
  }

  public static Harvester start(HarvesterSettings settings, Foundation base, Reach reach, InstantSource clock) {
    RunStore store = new RunStore(base.database);
    Harvester harvester = new Harvester(store, reach.pool);
    Repertoire repertoire = new Repertoire(reach.adapters, settings.topics().switchedOff());
    Orders orders = new Orders(repertoire, base.archive);
    RunBook.Voice voice = new RunBook.Voice(base.outbox, settings.performer(), settings.pace().status(), clock);
    RunHandler.Workshop shop = new RunHandler.Workshop(new Harvest.Tools(base.database, settings, clock), voice,
        new Evidence.Desk(base.archive, base.posts, base.outbox, settings.cuts(), clock),
        new Caller.Line(reach.client, reach.pool, reach.limits, clock), orders,
        new RunHandler.Secrets(reach.sealing, reach.credentials));
    harvester.work(settings.lanes(), base.jobs, new RunHandler(shop, store, base.jobs, harvester.live));
    harvester.listen(settings.topics(), base.bus, repertoire,
        new StartHandler(orders, reach.sealing, store, base.jobs, base.database, voice),
        new StopHandler(store, harvester.live::stop, clock));
    harvester.watch.start();
    return harvester;
  }

  private void work(HarvesterSettings.Lanes lanes, JobQueue jobs, RunHandler handler) {
    for (Lane lane : Lane.values()) {
      runners.add(JobRunner.start(jobs, RunnerSettings.of(lane.namespace(), lane.workers(lanes))
          .withLease(lanes.lease()).withDrain(lanes.drain()), handler));
    }
  }

  private void listen(HarvesterSettings.Topics topics, Bus bus, Repertoire repertoire, StartHandler starts,
      StopHandler stops) {
    listen(bus, topics.queue(), repertoire.topics(false), repertoire.formerTopics(false));
    listen(bus, topics.priorityQueue(), repertoire.topics(true), repertoire.formerTopics(true));
    listen(bus, topics.stopQueue(), List.of("harvest.stop.#"), List.of());
    consumers.add(bus.consume(topics.stopQueue(), PREFETCH, stops));
    consumers.add(bus.consume(topics.priorityQueue(), PREFETCH, starts));
    consumers.add(bus.consume(topics.queue(), PREFETCH, starts));
  }

  private static void listen(Bus bus, String queue, List<String> topics, List<String> former) {
    bus.declare(QueueDeclaration.of(queue, topics.toArray(String[]::new)));
    former.stream().filter(topic -> !topics.contains(topic)).forEach(topic -> bus.unbind(queue, topic));
  }

  /** Tells workers of this node what other nodes have heard. */
  private void watch() {
    try {
      while (!closing.await(WATCH.toMillis(), TimeUnit.MILLISECONDS)) {
        try {
          if (!live.isEmpty()) {
            store.stops().forEach(live::stop);
          }
        } catch (RuntimeException e) {
          LOG.warn("wishes to stop could not be read and are looked for again: {}", e.getMessage());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Harvests that have not ended, on any node. */
  public List<RunFigures> active() {
    return store.active();
  }

  /** What a collection does not have, newest first; those that were filled since are among them. */
  public List<Gap> gaps(String collection) {
    return store.gaps(collection);
  }

  public List<QuotaFigures> quotas() {
    return pool.snapshot();
  }

  /** Takes no more work and gives back what it has, at the next page of each harvest. */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    consumers.forEach(Bus.Consumer::close);
    closing.countDown();
    live.pauseAll();
    List<Thread> closers = runners.stream().map(runner -> Thread.ofVirtual().start(runner::close)).toList();
    try {
      for (Thread closer : closers) {
        closer.join();
      }
      watch.join();
    } catch (InterruptedException e) {
      closers.forEach(Thread::interrupt);
      Thread.currentThread().interrupt();
    }
  }
}
