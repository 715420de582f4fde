package io.nuthatch.queue.embedded;

import io.nuthatch.model.NuthatchException.Kind;
import io.nuthatch.queue.Counts;
import io.nuthatch.queue.Job;
import io.nuthatch.queue.JobId;
import io.nuthatch.queue.JobQueue;
import io.nuthatch.queue.JobState;
import io.nuthatch.queue.Lease;
import io.nuthatch.queue.NewJob;
import io.nuthatch.queue.QueueException;
import io.nuthatch.queue.QueueTime;
import io.nuthatch.queue.Retry;
import io.nuthatch.queue.embedded.Ledger.Successor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The job queue in a directory of its own: a calendar of sorted pages with a journal in front. Pending jobs cost a bit
 * of memory each, however many there are; those of the last segment and those under a lease a few bytes more.
 *
 * <p>Leases live in memory. When the process ends, they end, and their jobs are due at once; how often they were given
 * is remembered. A directory belongs to one process; opening it twice fails.
 */
public final class EmbeddedJobQueue implements JobQueue {

  /*
   * A change. Decide under the lock, write one frame, apply it from where it was written, let go of the lock, wait for
   * a sync that covers it. Others may see a change before it is durable; whatever they build on it stands behind it in
   * the journal, so no crash can keep the one without the other.
   *
   * Giving jobs. Each calendar merges its sources: a heap for every segment, a cursor for every page, the jobs that
   * came back. The first of the merge is the next to give. A taken job stays where it is, unmarked; the table of leases
   * hides it. Only when it is settled is its bit set.
   */

  private static final long LONGEST_WAIT = 1_000_000_000L;
  private static final long SHORTEST_WAIT = 200_000L;
  private static final int MOST_AT_ONCE = 100_000;
  /** Leases take at most about a third of a new segment, which begins with a list of them. */
  private static final int LEASE_BYTES = 64;

  private final EmbeddedSettings settings;
  private final QueueTime time;
  private final DirectoryLock directoryLock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Calendars calendars;
  private final Census census;
  private final Housekeeper keeper;
  private final Journal journal;
  private final Ledger ledger;
  private final int longest;
  private final @Nullable IntervalSync intervalSync;
  private long nextToken;
  private boolean closed;

  private EmbeddedJobQueue(Path directory, EmbeddedSettings settings, QueueTime time) throws IOException {
    this.settings = settings;
    this.time = time;
    this.longest = settings.segmentBytes() / 4;
    Files.createDirectories(directory);
    directoryLock = DirectoryLock.of(directory);
    try {
      Recovered recovered = new Recovery(directory, settings, lock).run();
      calendars = recovered.calendars();
      census = new Census(calendars);
      keeper = new Housekeeper(recovered, settings, time.wall(), lock);
      journal = keeper.journal();
      ledger = new Ledger(calendars, keeper);
      nextToken = (recovered.active().number << 32) | 1;
    } catch (IOException | RuntimeException e) {
      directoryLock.close();
      throw e;
    }
    intervalSync = settings.syncInterval().isZero() ? null : new IntervalSync(journal, settings.syncInterval());
  }

  /** Opens the queue in this directory, which is made when it is not there. */
  public static EmbeddedJobQueue open(Path directory, EmbeddedSettings settings, QueueTime time) {
    try {
      var queue = new EmbeddedJobQueue(directory.toAbsolutePath(), settings, time);
      queue.keeper.start();
      return queue;
    } catch (IOException e) {
      throw QueueException.broken("cannot open the job queue in " + directory + ": " + e.getMessage(), e);
    }
  }

  @Override
  public List<JobId> schedule(List<NewJob> jobs) {
    return schedule(jobs, (index, id) -> {
    });
  }

  /** Tells the listener each job's id before the job's data is written, so that another may carry it. */
  List<JobId> schedule(List<NewJob> jobs, IdListener listener) {
    List<JobId> ids = new ArrayList<>(jobs.size());
    long place = 0;
    for (int from = 0; from < jobs.size();) {
      lock.lock();
      try {
        check();
        int to = from;
        long bytes = Ledger.FRAME_BYTES;
        while (to < jobs.size() && bytes < longest && to - from < settings.segmentJobs()) {
          NewJob job = jobs.get(to++);
          bytes += Layout.HEADER + checked(job.data()).length
              + (calendars.waiting(job.namespace()) == null ? Ledger.NAME_BYTES : 0);
        }
        ledger.reserve(bytes, to - from);
        place = ledger.schedule(jobs.subList(from, to), time.wall().millis(), listener, ids);
        from = to;
      } finally {
        lock.unlock();
      }
    }
    sync(place);
    return ids;
  }

  @Override
  public List<Job> take(String namespace, int max, Duration lease) {
    NewJob.checked(namespace);
    if (max < 1 || max > MOST_AT_ONCE || lease.toMillis() < 1) {
      throw QueueException
          .caller("take wants 1 to " + MOST_AT_ONCE + " jobs and a lease, not " + max + " for " + lease);
    }
    List<Job> jobs = new ArrayList<>();
    List<Lease> spent = new ArrayList<>();
    lock.lock();
    try {
      check();
      expire();
      Calendar calendar = calendars.waiting(namespace);
      if (calendar == null) {
        return jobs;
      }
      int most = Math.min(max, settings.segmentBytes() / LEASE_BYTES - calendars.leases.size());
      if (most < 1) {
        throw new QueueException(Kind.FULL, calendars.leases.size()
            + " jobs are under a lease, which is as many as this queue allows; finish some of them", null);
      }
      ledger.reserve((long) most * Frame.TAKEN + Ledger.FRAME_BYTES, 0);
      give(calendar, most, lease, jobs, spent);
    } finally {
      lock.unlock();
    }
    if (!spent.isEmpty()) {
      var _ = bury(spent, "given " + settings.maxAttempts() + " times and never finished");
    }
    return jobs;
  }

  private void give(Calendar calendar, int max, Duration lease, List<Job> jobs, List<Lease> spent) {
    long now = time.wall().millis();
    List<Held> given = new ArrayList<>();
    List<Held> refused = new ArrayList<>();
    for (Source source = calendar.next(calendars.leases); source != null && source.due <= now
        && given.size() + refused.size() < max; source = calendar.next(calendars.leases)) {
      Held held = source instanceof Returned returned
          ? returned.first()
          : new Held(calendar, source, attempts(source));
      held.returned = false;
      calendar.merge.advance(source);
      if (held.attempts >= settings.maxAttempts()) {
        refused.add(held);
      } else {
        held.attempts++;
        given.add(held);
        calendar.lateness.add(now, now - held.due);
      }
    }
    calendar.leased += given.size() + refused.size();
    long end = time.steadyMillis().getAsLong() + lease.toMillis();
    if (!given.isEmpty()) {
      ledger.given(given);
      long token = nextToken++;
      calendars.leases.give(new LeaseBatch(token, given.toArray(Held[]::new), end));
      given.forEach(held -> jobs.add(held.job(token)));
    }
    if (!refused.isEmpty()) {
      long token = nextToken++;
      calendars.leases.give(new LeaseBatch(token, refused.toArray(Held[]::new), end));
      refused.forEach(held -> spent.add(new Lease(held.id(), token)));
    }
  }

  private int attempts(Source source) {
    int written = Layout.attempts(source.container().memory, source.offset);
    Integer before = calendars.attempted.isEmpty() ? null : calendars.attempted.remove(source.sequence);
    return before == null ? written : Math.max(before, written);
  }

  @Override
  public boolean await(String namespace, Duration timeout) throws InterruptedException {
    NewJob.checked(namespace);
    long deadline = System.nanoTime() + timeout.toNanos();
    lock.lockInterruptibly();
    try {
      check();
      if (calendars.waiting(namespace) == null) {
        ledger.reserve(Ledger.NAME_BYTES, 0);
      }
      Calendar calendar = ledger.calendarFor(namespace);
      calendar.waiters++;
      try {
        long left = deadline - System.nanoTime();
        for (long next = untilNext(calendar); next > 0; next = untilNext(calendar)) {
          if (left <= 0) {
            return false;
          }
          left -= Math.min(left, next) - calendar.arrival.awaitNanos(Math.min(left, next));
          check();
        }
        return true;
      } finally {
        calendar.waiters--;
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Nanoseconds until it is worth looking again; 0 when a job is due. Never long: somebody may set the wall clock.
   */
  private long untilNext(Calendar calendar) {
    expire();
    Source first = calendar.next(calendars.leases);
    long millis = first == null ? Long.MAX_VALUE : first.due - time.wall().millis();
    if (millis <= 0) {
      return 0;
    }
    millis = Math.min(millis, calendars.leases.nextEnd() - time.steadyMillis().getAsLong());
    return millis >= LONGEST_WAIT / 1_000_000 ? LONGEST_WAIT : Math.max(millis * 1_000_000, SHORTEST_WAIT);
  }

  @Override
  public List<Lease> done(List<Lease> leases) {
    return settle(leases, (held, index) -> null);
  }

  @Override
  public List<Lease> retry(List<Retry> retries) {
    return settle(retries.stream().map(Retry::lease).toList(), (held, index) -> {
      Retry retry = retries.get(index);
      return held.attempts >= settings.maxAttempts()
          ? buried(held, retry.reason())
          : new Successor(held.calendar, time.wall().millis() + Ledger.millis(retry.after()), held.attempts,
              retry.reason());
    });
  }

  @Override
  public List<Lease> bury(List<Lease> leases, String reason) {
    return settle(leases, (held, index) -> buried(held, reason));
  }

  private Successor buried(Held held, String reason) {
    return new Successor(ledger.buried(held.calendar), time.wall().millis(), held.attempts, reason);
  }

  /** Says what a job that is given back under the lease of this index becomes. */
  private interface Settlement {

    @Nullable
    Successor of(Held held, int index);
  }

  private List<Lease> settle(List<Lease> leases, Settlement settlement) {
    List<Lease> refused = new ArrayList<>();
    long place = 0;
    for (int from = 0; from < leases.size();) {
      lock.lock();
      try {
        check();
        int to = from;
        long bytes = Ledger.FRAME_BYTES;
        while (to < leases.size() && bytes < longest && to - from < settings.segmentJobs()) {
          Held held = held(leases.get(to++));
          bytes += Frame.KEY + (held == null ? 0 : length(held));
        }
        ledger.reserve(bytes, to - from);
        List<Held> accepted = new ArrayList<>(to - from);
        List<@Nullable Successor> successors = new ArrayList<>(to - from);
        for (; from < to; from++) {
          Held held = held(leases.get(from));
          if (held == null) {
            refused.add(leases.get(from));
          } else {
            held.token = 0;
            accepted.add(held);
            successors.add(settlement.of(held, from));
          }
        }
        if (!accepted.isEmpty()) {
          place = ledger.change(accepted, successors);
        }
      } finally {
        lock.unlock();
      }
    }
    sync(place);
    return refused;
  }

  private @Nullable Held held(Lease lease) {
    Held held = calendars.leases.get(lease.job().sequence());
    return held != null && lease.token() != 0 && held.token == lease.token() && held.due == lease.job().dueMillis()
        ? held
        : null;
  }

  private static long length(Held held) {
    return Layout.length(held.container.memory, held.offset) + (long) Frame.LONGEST_REASON;
  }

  @Override
  public List<Lease> extend(List<Lease> leases, Duration lease) {
    List<Lease> refused = new ArrayList<>();
    lock.lock();
    try {
      check();
      long end = time.steadyMillis().getAsLong() + lease.toMillis();
      for (Lease each : leases) {
        Held held = held(each);
        if (held == null) {
          refused.add(each);
        } else {
          held.leaseEnd = end;
          if (held.returned || end < held.batch.end) {
            held.calendar.leased += held.returned ? 1 : 0;
            calendars.leases.revive(held);
          }
        }
      }
    } finally {
      lock.unlock();
    }
    return refused;
  }

  @Override
  public List<JobId> cancel(List<JobId> jobs) {
    return change(jobs, false);
  }

  @Override
  public List<JobId> kick(List<JobId> jobs) {
    return change(jobs, true);
  }

  private List<JobId> change(List<JobId> jobs, boolean kick) {
    List<JobId> found = new ArrayList<>();
    long place = 0;
    for (JobId id : jobs) {
      lock.lock();
      try {
        check();
        Held job = find(id, kick);
        if (job != null) {
          ledger.reserve(Ledger.FRAME_BYTES + Frame.KEY + length(job), 1);
          job = find(id, kick);
        }
        if (job != null) {
          place = ledger.change(List.of(job), kick ? List.of(kicked(job)) : List.of());
          found.add(id);
        }
      } finally {
        lock.unlock();
      }
    }
    sync(place);
    return found;
  }

  private Successor kicked(Held job) {
    return new Successor(ledger.calendarFor(job.calendar.namespace), time.wall().millis(), 0,
        Layout.reason(job.container.memory, job.offset));
  }

  private @Nullable Held find(JobId id, boolean buriedOnly) {
    Calendar calendar = calendars.calendarOf(id);
    if (calendar == null || (buriedOnly && !calendar.buried)) {
      return null;
    }
    Place place = calendars.locate(calendar.section, id.dueMillis(), id.sequence());
    return place == null ? null : new Held(calendar, id, place);
  }

  /** Moves jobs under these leases to another namespace, with no attempts counted. */
  List<Lease> move(List<Lease> leases, String namespace, String reason) {
    Calendar calendar = named(namespace);
    return settle(leases, (held, index) -> new Successor(calendar, time.wall().millis(), 0, reason));
  }

  /** Takes a job out unless it is under a lease, to another namespace or for good; true when it is not here any more. */
  boolean removeWaiting(JobId id, @Nullable String moveTo, String reason) {
    Calendar target = moveTo == null ? null : named(moveTo);
    long place = 0;
    lock.lock();
    try {
      check();
      expire();
      Held job = find(id, false);
      if (job != null) {
        ledger.reserve(Ledger.FRAME_BYTES + Frame.KEY + length(job), 1);
        job = find(id, false);
      }
      if (job != null) {
        Held held = calendars.leases.get(id.sequence());
        if (held != null && !held.returned) {
          return false;
        }
        place = ledger.change(List.of(job),
            target == null ? List.of() : List.of(new Successor(target, time.wall().millis(), 0, reason)));
      }
    } finally {
      lock.unlock();
    }
    sync(place);
    return true;
  }

  private Calendar named(String namespace) {
    lock.lock();
    try {
      check();
      ledger.reserve(Ledger.NAME_BYTES, 0);
      return ledger.calendarFor(namespace);
    } finally {
      lock.unlock();
    }
  }

  /** How many jobs of the namespace wait. */
  long waiting(String namespace) {
    lock.lock();
    try {
      check();
      expire();
      Calendar calendar = calendars.waiting(namespace);
      return calendar == null ? 0 : calendar.waiting();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public long purge(String namespace) {
    long purged = 0;
    long place = 0;
    lock.lock();
    try {
      check();
      expire();
      Calendar waiting = calendars.waiting(namespace);
      if (waiting != null) {
        ledger.reserve(2 * Ledger.FRAME_BYTES + (long) calendars.leases.size() * Frame.KEY, 0);
        for (Calendar calendar : List.of(waiting, ledger.buried(waiting))) {
          purged += calendar.waiting();
          place = ledger.purge(calendar, calendars.leases.of(calendar));
        }
      }
    } finally {
      lock.unlock();
    }
    sync(place);
    return purged;
  }

  @Override
  public List<Job> peek(String namespace, JobState state, int max) {
    if (max < 1) {
      throw QueueException.caller("peek wants at least one job, not " + max);
    }
    lock.lock();
    try {
      check();
      expire();
      Calendar calendar = state == JobState.BURIED ? calendars.buried(namespace) : calendars.waiting(namespace);
      if (calendar == null) {
        return List.of();
      }
      return state == JobState.LEASED ? census.leased(calendar, max) : census.first(calendar, max);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public List<Counts> counts() {
    lock.lock();
    try {
      check();
      expire();
      return census.counts(time.wall().millis());
    } finally {
      lock.unlock();
    }
  }

  @Override
  public List<Long> dueTimes(String namespace, List<Instant> edges) {
    lock.lock();
    try {
      check();
      expire();
      Calendar calendar = calendars.waiting(namespace);
      return calendar == null ? Collections.nCopies(edges.size() + 1, 0L) : census.dueTimes(calendar, edges);
    } finally {
      lock.unlock();
    }
  }

  /** What was found damaged since the queue was opened. */
  public List<Damage> damages() {
    return calendars.damages.all();
  }

  /** How often the journal has been synced since the queue was opened. */
  public long syncs() {
    return journal.syncs();
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      calendars.sections().forEach(calendar -> calendar.arrival.signalAll());
    } finally {
      lock.unlock();
    }
    if (intervalSync != null) {
      intervalSync.close();
    }
    try {
      keeper.close();
      journal.sync(journal.end());
    } finally {
      lock.lock();
      try {
        calendars.segments().forEach(Segment::release);
        calendars.pages().forEach(Page::release);
        ledger.release();
      } finally {
        lock.unlock();
        directoryLock.close();
      }
    }
  }

  private void sync(long place) {
    if (place > 0 && intervalSync == null) {
      journal.sync(place);
    }
  }

  private void expire() {
    long now = time.steadyMillis().getAsLong();
    if (calendars.leases.nextEnd() <= now) {
      calendars.leases.expire(now, held -> held.calendar.giveBack(held));
    }
  }

  private void check() {
    journal.check();
    if (closed) {
      throw QueueException.caller("the job queue is closed");
    }
  }

  private byte[] checked(byte[] data) {
    if (data.length > longest) {
      throw QueueException.caller("a job has at most " + longest + " bytes of data, not " + data.length);
    }
    return data;
  }
}
