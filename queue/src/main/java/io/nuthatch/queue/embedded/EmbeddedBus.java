package io.nuthatch.queue.embedded;

import io.nuthatch.queue.BackoffPolicy;
import io.nuthatch.queue.Bus;
import io.nuthatch.queue.Delivery;
import io.nuthatch.queue.Job;
import io.nuthatch.queue.JobId;
import io.nuthatch.queue.JobOutcome;
import io.nuthatch.queue.JobRunner;
import io.nuthatch.queue.JobState;
import io.nuthatch.queue.Lease;
import io.nuthatch.queue.Message;
import io.nuthatch.queue.MessageHandler;
import io.nuthatch.queue.NewJob;
import io.nuthatch.queue.QueueDeclaration;
import io.nuthatch.queue.QueueException;
import io.nuthatch.queue.QueueTime;
import io.nuthatch.queue.RunnerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The bus in a directory of its own, on the engine of the embedded job queue: a queue is a namespace, a message a job
 * that is due at once, a delivery a lease. All consumers are in this process; when it ends, what they held is delivered
 * again.
 */
public final class EmbeddedBus implements Bus {

  /*
   * Expiry. With each message that expires a note is scheduled, in the same entry of the journal, for the moment it
   * does. A runner of our own takes the notes that are due and removes the messages, so they leave though nobody
   * consumes. One that is being worked on is looked at again later. Giving a message back ends its lease and changes
   * nothing else, so its id, which the note holds, stays the same.
   */

  private static final String NOTES = "expiry";
  private static final Duration LEASE = Duration.ofMinutes(1);
  private static final int NOTES_AT_A_TIME = 64;

  private final EmbeddedJobQueue queue;
  private final Topology topology;
  private final QueueTime time;
  private final JobRunner expiry;
  private final Map<String, AtomicInteger> consumers = new ConcurrentHashMap<>();
  private final Set<JobRunner> runners = ConcurrentHashMap.newKeySet();

  private EmbeddedBus(EmbeddedJobQueue queue, Topology topology, QueueTime time) {
    this.queue = queue;
    this.topology = topology;
    this.time = time;
    RunnerSettings settings = RunnerSettings.of(NOTES, NOTES_AT_A_TIME)
        .withBackoff(new BackoffPolicy(Duration.ofSeconds(1), Duration.ofSeconds(30), 0.2));
    this.expiry = JobRunner.start(queue, settings, this::expire);
  }

  public static EmbeddedBus open(Path directory, EmbeddedSettings settings, QueueTime time) {
    try {
      Files.createDirectories(directory);
      EmbeddedJobQueue queue = EmbeddedJobQueue.open(directory, settings.withMaxAttempts(10_000), time);
      try {
        return new EmbeddedBus(queue, Topology.read(directory), time);
      } catch (IOException | RuntimeException e) {
        queue.close();
        throw e;
      }
    } catch (IOException e) {
      throw QueueException.broken("cannot open the bus in " + directory, e);
    }
  }

  private static String namespace(String queue) {
    return "queue." + queue;
  }

  @Override
  public void declare(QueueDeclaration declaration) {
    topology.declare(declaration);
  }

  @Override
  public void unbind(String name, String pattern) {
    topology.unbind(name, pattern);
  }

  @Override
  public void delete(String name) {
    topology.delete(name);
    List<Job> held = queue.peek(namespace(name), JobState.LEASED, Integer.MAX_VALUE);
    List<JobId> _ = queue.cancel(held.stream().map(Job::id).toList());
    long _ = queue.purge(namespace(name));
  }

  @Override
  public void publish(List<Message> messages) {
    List<NewJob> jobs = new ArrayList<>();
    Map<Integer, byte[]> notes = new HashMap<>();
    for (Message message : messages) {
      Duration ttl = message.ttl();
      List<String> queues = topology.route(message.routingKey());
      if (!queues.isEmpty()) {
        byte[] data = new Envelope(message, ttl == null ? 0 : time.wall().millis() + ttl.toMillis()).write();
        for (String name : queues) {
          jobs.add(NewJob.now(namespace(name), data));
          if (ttl != null) {
            byte[] note = Envelope.note(name);
            notes.put(jobs.size() - 1, note);
            jobs.add(NewJob.in(NOTES, note, ttl));
          }
        }
      }
    }
    var _ = queue.schedule(jobs, (index, id) -> {
      byte[] note = notes.get(index);
      if (note != null) {
        Envelope.fillIn(note, id);
      }
    });
  }

  private JobOutcome expire(Job note) {
    QueueDeclaration declared = topology.find(Envelope.notedQueue(note.data()));
    boolean gone = queue.removeWaiting(Envelope.notedId(note.data()), deadLetters(declared), "expired");
    return gone ? JobOutcome.DONE : new JobOutcome.Again(Duration.ofSeconds(1), "being worked on");
  }

  private static @Nullable String deadLetters(@Nullable QueueDeclaration declared) {
    return declared == null || declared.deadLetters().isEmpty() ? null : namespace(declared.deadLetters());
  }

  @Override
  public Consumer consume(String name, int prefetch, MessageHandler handler) {
    topology.get(name);
    AtomicInteger count = consumers.computeIfAbsent(name, n -> new AtomicInteger());
    count.incrementAndGet();
    JobRunner runner = JobRunner.start(queue, RunnerSettings.of(namespace(name), prefetch),
        job -> deliver(name, job, handler));
    runners.add(runner);
    return () -> {
      if (runners.remove(runner)) {
        count.decrementAndGet();
        runner.close();
      }
    };
  }

  /**
   * Runs the handler on a thread of its own and returns as soon as the delivery is settled, which may be long before
   * the handler is through.
   */
  private JobOutcome deliver(String name, Job job, MessageHandler handler) throws InterruptedException {
    Delivery fresh = fresh(name, job);
    if (fresh instanceof EmbeddedDelivery delivery) {
      Thread thread = Thread.ofVirtual().name("message-" + job.id()).start(() -> delivery.handle(handler));
      try {
        delivery.awaitSettlement();
      } catch (InterruptedException e) {
        thread.interrupt();
        delivery.awaitSettlement();
      }
    }
    return new JobOutcome.Settled();
  }

  /** The delivery, or nothing when the message has expired or been delivered too often and was seen to. */
  private @Nullable EmbeddedDelivery fresh(String name, Job job) {
    Envelope envelope = Envelope.read(job.data());
    QueueDeclaration declared = topology.find(name);
    if (expired(job, envelope)) {
      drop(declared, job.lease(), "expired");
      return null;
    }
    if (declared != null && job.attempt() > declared.deliveries()) {
      drop(declared, job.lease(), "delivered " + declared.deliveries() + " times and never acknowledged");
      return null;
    }
    return new EmbeddedDelivery(this, name, job, envelope);
  }

  @Override
  public List<Delivery> get(String name, int max) {
    topology.get(name);
    List<Delivery> deliveries = new ArrayList<>();
    while (deliveries.size() < max) {
      List<Job> jobs = queue.take(namespace(name), max - deliveries.size(), LEASE);
      if (jobs.isEmpty()) {
        break;
      }
      for (Job job : jobs) {
        Delivery delivery = fresh(name, job);
        if (delivery != null) {
          deliveries.add(delivery);
        }
      }
    }
    return deliveries;
  }

  void acknowledge(Lease lease) {
    var _ = queue.done(List.of(lease));
  }

  void giveBack(String name, Job job, Envelope envelope, String reason) {
    QueueDeclaration declared = topology.find(name);
    if (declared == null || expired(job, envelope)) {
      drop(declared, job.lease(), "expired");
    } else if (job.attempt() >= declared.deliveries()) {
      drop(declared, job.lease(), reason);
    } else {
      var _ = queue.extend(List.of(job.lease()), Duration.ZERO);
    }
  }

  /** A dead letter, which has a reason, expires no more. */
  private boolean expired(Job job, Envelope envelope) {
    return job.lastError() == null && envelope.expired(time.wall().millis());
  }

  void reject(String name, Lease lease, String reason) {
    drop(topology.find(name), lease, reason);
  }

  private void drop(@Nullable QueueDeclaration declared, Lease lease, String reason) {
    String dead = deadLetters(declared);
    var _ = dead == null ? queue.done(List.of(lease)) : queue.move(List.of(lease), dead, reason);
  }

  @Override
  public int consumers(String name) {
    AtomicInteger count = consumers.get(name);
    return count == null ? 0 : count.get();
  }

  @Override
  public long depth(String name) {
    return queue.waiting(namespace(name));
  }

  @Override
  public long purge(String name) {
    return queue.purge(namespace(name));
  }

  @Override
  public void ping() {
    queue.counts();
  }

  @Override
  public void close() {
    runners.forEach(JobRunner::close);
    expiry.close();
    queue.close();
  }
}
