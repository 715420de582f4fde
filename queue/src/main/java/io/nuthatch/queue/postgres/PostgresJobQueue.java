package io.nuthatch.queue.postgres;

import io.nuthatch.database.Database;
import io.nuthatch.database.Dialect;
import io.nuthatch.database.Migrations;
import io.nuthatch.database.Reading;
import io.nuthatch.database.Row;
import io.nuthatch.database.Transaction;
import io.nuthatch.queue.Counts;
import io.nuthatch.queue.Job;
import io.nuthatch.queue.JobId;
import io.nuthatch.queue.JobQueue;
import io.nuthatch.queue.JobState;
import io.nuthatch.queue.LatenessMeter;
import io.nuthatch.queue.Lease;
import io.nuthatch.queue.NewJob;
import io.nuthatch.queue.QueueException;
import io.nuthatch.queue.QueueTime;
import io.nuthatch.queue.Retry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The job queue in tables of a PostgreSQL, for any number of nodes. A worker's jobs come back when its lease ends; a
 * node that dies takes nothing with it. Jobs can be scheduled in a transaction of the caller's, together with the state
 * they announce.
 *
 * <p>Order is by due time and number; jobs that two nodes schedule for the same millisecond may leave in either
 * order.
 */
public final class PostgresJobQueue implements JobQueue {

  /*
   * Taking. One statement locks the first due rows nobody else is locking, sets token and lease end, and returns them.
   * A lease that has run out is nothing but a lease end in the past, so its job is in line again without anybody
   * sweeping. The rows at the head that are under a lease are passed over each time; there are no more of them than
   * workers have in hand.
   *
   * Scheduling. One statement for each namespace, with an array for each column, which the server takes quicker than
   * COPY up to a few thousand rows; the numbers are there already, so it returns nothing. The namespace's number stands
   * in the statement, which saves an array.
   *
   * Settling. Ids and tokens travel as arrays, and what comes back is what was accepted.
   *
   * Waking. Whoever schedules something near notifies; whoever waits looks when notified, when the next job is due, when
   * the next lease ends, and every half minute.
   */

  private static final Duration NEAR = Duration.ofMinutes(1);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
  private static final int MOST_AT_ONCE = 100_000;
  private static final int LONGEST_REASON = 2000;
  private static final String LEASES = "unnest(?::bigint[], ?::bigint[]) AS l(id, token)";

  private final Database database;
  private final QueueTime time;
  private final int maxAttempts;
  private final Notifications notifications;
  private final Arrivals arrivals = new Arrivals();
  private final Map<String, Integer> namespaces = new ConcurrentHashMap<>();
  private final Map<String, LatenessMeter> lateness = new ConcurrentHashMap<>();

  private PostgresJobQueue(Database database, String jdbcUrl, int maxAttempts, QueueTime time) {
    if (database.dialect() != Dialect.POSTGRESQL) {
      throw QueueException.caller("queue.url=database: wants PostgreSQL; with SQLite use queue.url=embedded:");
    }
    this.database = database;
    this.time = time;
    this.maxAttempts = maxAttempts;
    database.migrate(List.of(Migrations.of("queue")));
    this.notifications = new Notifications(jdbcUrl);
  }

  /** Makes the tables if need be. Leases end by the server's clock, as seen when the queue was opened. */
  public static PostgresJobQueue open(Database database, String jdbcUrl, int maxAttempts, InstantSource clock) {
    long server = database
        .read(reading -> reading.number("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"));
    long offset = server - System.nanoTime() / 1_000_000;
    return open(database, jdbcUrl, maxAttempts, new QueueTime(clock, () -> System.nanoTime() / 1_000_000 + offset));
  }

  /** As the other, with a clock for leases that all nodes share. */
  public static PostgresJobQueue open(Database database, String jdbcUrl, int maxAttempts, QueueTime time) {
    return new PostgresJobQueue(database, jdbcUrl, maxAttempts, time);
  }

  @Override
  public List<JobId> schedule(List<NewJob> jobs) {
    if (jobs.isEmpty()) {
      return List.of();
    }
    Set<String> near = new HashSet<>();
    for (NewJob job : jobs) {
      namespace(job.namespace());
      if (job.delay().compareTo(NEAR) <= 0) {
        near.add(job.namespace());
      }
    }
    List<JobId> ids = database.write(transaction -> insert(transaction, jobs));
    notifications.announce(near);
    return ids;
  }

  /** Puts the jobs in if and when the transaction is committed. */
  public List<JobId> schedule(Transaction transaction, List<NewJob> jobs) {
    List<JobId> ids = insert(transaction, jobs);
    notify(transaction);
    return ids;
  }

  private List<JobId> insert(Transaction transaction, List<NewJob> jobs) {
    long now = time.wall().millis();
    long[] numbers = arrivals.next(transaction, jobs.size());
    List<JobId> ids = new ArrayList<>(jobs.size());
    Map<String, List<@Nullable Object[]>> rows = new HashMap<>();
    for (NewJob job : jobs) {
      JobId id = new JobId(now + millis(job.delay()), numbers[ids.size()]);
      ids.add(id);
      rows.computeIfAbsent(job.namespace(), _ -> new ArrayList<>(jobs.size()))
          .add(new @Nullable Object[]{id.sequence(), id.dueMillis(), job.data()});
    }
    rows.forEach((name, some) -> transaction.batch("INSERT INTO queue_jobs (id, due, namespace, data) VALUES (?, ?, "
        + namespace(transaction, name) + ", ?)", some));
    return ids;
  }

  /** Wakes all who wait, when the transaction is committed. */
  private static void notify(Transaction transaction) {
    transaction.list("SELECT pg_notify(?, '')", row -> true, Notifications.CHANNEL);
  }

  @Override
  public List<Job> take(String namespace, int max, Duration lease) {
    if (max < 1 || max > MOST_AT_ONCE || lease.toMillis() < 1) {
      throw QueueException
          .caller("take wants 1 to " + MOST_AT_ONCE + " jobs and a lease, not " + max + " for " + lease);
    }
    int number = namespace(NewJob.checked(namespace));
    long token = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
    long now = time.wall().millis();
    long steady = time.steadyMillis().getAsLong();
    List<Job> jobs = new ArrayList<>(database.write(transaction -> transaction.list("""
        UPDATE queue_jobs SET lease_end = ?, token = ?, attempts = attempts + 1
        WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM queue_jobs WHERE namespace = ? AND due <= ? AND lease_end <= ?
          ORDER BY due, id LIMIT ? FOR UPDATE SKIP LOCKED))
        RETURNING id, due, attempts, data, reason""", row -> job(namespace, row, token), steady + lease.toMillis(),
        token,
        number, now, steady, max)));
    List<Lease> spent = jobs.stream().filter(job -> job.attempt() > maxAttempts).map(Job::lease).toList();
    if (!spent.isEmpty()) {
      bury(spent, "given " + maxAttempts + " times and never finished");
      jobs.removeIf(job -> job.attempt() > maxAttempts);
    }
    jobs.sort(Comparator.comparing(Job::id));
    measure(namespace, now, jobs);
    return jobs;
  }

  private static Job job(String namespace, Row row, long token) {
    return new Job(namespace, new JobId(row.integer("due"), row.integer("id")), token, (int) row.integer("attempts"),
        row.bytes("data"), row.textOrNull("reason"));
  }

  private void measure(String namespace, long now, List<Job> jobs) {
    LatenessMeter meter = lateness.computeIfAbsent(namespace, _ -> new LatenessMeter());
    synchronized (meter) {
      jobs.forEach(job -> meter.add(now, now - job.id().dueMillis()));
    }
  }

  @Override
  public boolean await(String namespace, Duration timeout) throws InterruptedException {
    int number = namespace(NewJob.checked(namespace));
    long deadline = System.nanoTime() + timeout.toNanos();
    while (true) {
      long seen = notifications.count(namespace);
      long wait = untilNext(number);
      if (wait <= 0) {
        return true;
      }
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return false;
      }
      notifications.await(namespace, seen, Math.min(left, Math.min(wait, LONGEST_WAIT.toMillis())));
    }
  }

  /** Milliseconds until a job is due or a lease ends. */
  private long untilNext(int namespace) {
    long now = time.wall().millis();
    long steady = time.steadyMillis().getAsLong();
    return database.read(reading -> {
      long due = reading.first("""
          SELECT due FROM queue_jobs WHERE namespace = ? AND lease_end <= ? ORDER BY due, id LIMIT 1""",
          row -> row.integer("due"), namespace, steady).orElse(Long.MAX_VALUE);
      long end = due <= now
          ? Long.MAX_VALUE
          : reading.number("""
              SELECT coalesce(min(lease_end), ?) FROM queue_jobs
              WHERE namespace = ? AND due <= ? AND lease_end > ?""", Long.MAX_VALUE, namespace, now, steady);
      return Math.min(due - now, end == Long.MAX_VALUE ? end : Math.max(1, end - steady));
    });
  }

  @Override
  public List<Lease> done(List<Lease> leases) {
    return settle(leases, "DELETE FROM queue_jobs j%s RETURNING j.id", " USING ");
  }

  @Override
  public List<Lease> extend(List<Lease> leases, Duration lease) {
    return settle(leases, "UPDATE queue_jobs j SET lease_end = ?%s RETURNING j.id", " FROM ",
        time.steadyMillis().getAsLong() + lease.toMillis());
  }

  @Override
  public List<Lease> bury(List<Lease> leases, String reason) {
    return settle(leases, """
        WITH settings AS (SELECT ?::bigint AS due, ?::text AS reason),
        gone AS (DELETE FROM queue_jobs j%%s RETURNING j.*),
        put AS (INSERT INTO queue_buried (id, due, namespace, attempts, data, reason)
          SELECT nextval('queue_arrivals'), s.due, g.namespace, least(g.attempts, %d), g.data, s.reason
          FROM gone g, settings s)
        SELECT id FROM gone""".formatted(maxAttempts), " USING ", time.wall().millis(), written(reason));
  }

  @Override
  public List<Lease> retry(List<Retry> retries) {
    List<Lease> refused = new ArrayList<>();
    Map<Long, Retry> byId = new HashMap<>();
    for (Retry retry : retries) {
      if (byId.putIfAbsent(retry.lease().job().sequence(), retry) != null) {
        refused.add(retry.lease());
      }
    }
    Set<Long> accepted = database.write(transaction -> retry(transaction, byId));
    byId.forEach((id, retry) -> {
      if (!accepted.contains(id)) {
        refused.add(retry.lease());
      }
    });
    return refused;
  }

  private Set<Long> retry(Transaction transaction, Map<Long, Retry> byId) {
    List<Lease> leases = byId.values().stream().map(Retry::lease).toList();
    long now = time.wall().millis();
    Set<Long> accepted = new HashSet<>();
    Map<Long, Boolean> spent = new HashMap<>();
    transaction.each("SELECT j.id, j.attempts FROM queue_jobs j, " + LEASES
        + " WHERE j.id = l.id AND j.token = l.token FOR UPDATE OF j",
        row -> spent.put(row.integer("id"), row.integer("attempts") >= maxAttempts), ids(leases), tokens(leases));
    List<@Nullable Object[]> again = new ArrayList<>();
    long[] numbers = arrivals.next(transaction, spent.size());
    spent.forEach((id, last) -> {
      Retry retry = byId.get(id);
      if (retry == null) {
        return;
      }
      accepted.add(id);
      if (last) {
        transaction.update("""
            WITH gone AS (DELETE FROM queue_jobs WHERE id = ? RETURNING *)
            INSERT INTO queue_buried (id, due, namespace, attempts, data, reason)
            SELECT nextval('queue_arrivals'), ?, namespace, attempts, data, ? FROM gone""", id, now,
            written(retry.reason()));
      } else {
        again.add(new @Nullable Object[]{numbers[again.size()], now + millis(retry.after()), written(retry.reason()),
            id});
      }
    });
    transaction.batch("""
        UPDATE queue_jobs SET id = ?, due = ?, lease_end = 0, token = 0, reason = ? WHERE id = ?""", again);
    notify(transaction);
    return accepted;
  }

  /**
   * Runs a statement on the rows of these leases; it returns those it accepted. Jobs that were taken together share a
   * token and are found by their ids alone; a mixed lot is joined, which the planner likes less.
   */
  private List<Lease> settle(List<Lease> leases, String sql, String join, @Nullable Object... first) {
    if (leases.isEmpty()) {
      return List.of();
    }
    long token = leases.getFirst().token();
    boolean same = token != 0 && leases.stream().allMatch(lease -> lease.token() == token);
    String where = same
        ? " WHERE j.id = ANY (?::bigint[]) AND j.token = ?"
        : join + LEASES + " WHERE j.id = l.id AND j.token = l.token";
    @Nullable
    Object[] parameters = Arrays.copyOf(first, first.length + 2);
    parameters[first.length] = ids(leases);
    parameters[first.length + 1] = same ? token : tokens(leases);
    Set<Long> accepted = new HashSet<>(database
        .write(transaction -> transaction.list(sql.formatted(where), row -> row.integer("id"), parameters)));
    return leases.stream().filter(lease -> !accepted.remove(lease.job().sequence())).toList();
  }

  private static String ids(List<Lease> leases) {
    return leases.stream().map(lease -> Long.toString(lease.job().sequence()))
        .collect(Collectors.joining(",", "{", "}"));
  }

  /** A lease of a job that was only looked at has no token, and none is 0 under a lease. */
  private static String tokens(List<Lease> leases) {
    return leases.stream().map(lease -> Long.toString(lease.token() == 0 ? -1 : lease.token()))
        .collect(Collectors.joining(",", "{", "}"));
  }

  @Override
  public List<JobId> cancel(List<JobId> jobs) {
    Set<JobId> found = database.write(transaction -> {
      Set<JobId> gone = new HashSet<>(remove(transaction, "queue_jobs", jobs));
      gone.addAll(remove(transaction, "queue_buried", jobs));
      return gone;
    });
    return jobs.stream().filter(found::remove).toList();
  }

  private static List<JobId> remove(Transaction transaction, String table, List<JobId> jobs) {
    return transaction.list("DELETE FROM " + table + """
         j USING unnest(?::bigint[], ?::bigint[]) AS k(id, due)
        WHERE j.id = k.id AND j.due = k.due RETURNING j.id, j.due""",
        row -> new JobId(row.integer("due"), row.integer("id")), sequences(jobs), dues(jobs));
  }

  @Override
  public List<JobId> kick(List<JobId> jobs) {
    Set<JobId> found = new HashSet<>(database.write(transaction -> {
      List<JobId> kicked = transaction.list("""
          WITH gone AS (DELETE FROM queue_buried j USING unnest(?::bigint[], ?::bigint[]) AS k(id, due)
            WHERE j.id = k.id AND j.due = k.due RETURNING j.*),
          put AS (INSERT INTO queue_jobs (id, due, namespace, data, reason)
            SELECT nextval('queue_arrivals'), ?, namespace, data, reason
            FROM (SELECT * FROM gone ORDER BY due, id) g)
          SELECT id, due FROM gone""", row -> new JobId(row.integer("due"), row.integer("id")), sequences(jobs),
          dues(jobs), time.wall().millis());
      notify(transaction);
      return kicked;
    }));
    return jobs.stream().filter(found::remove).toList();
  }

  private static String sequences(List<JobId> jobs) {
    return jobs.stream().map(id -> Long.toString(id.sequence())).collect(Collectors.joining(",", "{", "}"));
  }

  private static String dues(List<JobId> jobs) {
    return jobs.stream().map(id -> Long.toString(id.dueMillis())).collect(Collectors.joining(",", "{", "}"));
  }

  @Override
  public long purge(String namespace) {
    int number = namespace(NewJob.checked(namespace));
    return database.write(transaction -> (long) transaction.update(
        "DELETE FROM queue_jobs WHERE namespace = ? AND lease_end <= ?", number, time.steadyMillis().getAsLong())
        + transaction.update("DELETE FROM queue_buried WHERE namespace = ?", number));
  }

  @Override
  public List<Job> peek(String namespace, JobState state, int max) {
    if (max < 1) {
      throw QueueException.caller("peek wants at least one job, not " + max);
    }
    int number = namespace(NewJob.checked(namespace));
    long steady = time.steadyMillis().getAsLong();
    String columns = "SELECT id, due, attempts, data, reason FROM ";
    String order = " ORDER BY due, id LIMIT ?";
    return database.read(reading -> switch (state) {
      case WAITING -> reading.list(columns + "queue_jobs WHERE namespace = ? AND lease_end <= ?" + order,
          row -> job(namespace, row, 0), number, steady, max);
      case LEASED -> reading.list(columns + "queue_jobs WHERE namespace = ? AND lease_end > ?" + order,
          row -> job(namespace, row, 0), number, steady, max);
      case BURIED -> reading.list(columns + "queue_buried WHERE namespace = ?" + order,
          row -> job(namespace, row, 0), number, max);
    });
  }

  @Override
  public List<Counts> counts() {
    long now = time.wall().millis();
    long steady = time.steadyMillis().getAsLong();
    return database.read(reading -> reading.list("""
        SELECT n.name, coalesce(j.delayed, 0) AS delayed, coalesce(j.ready, 0) AS ready,
          coalesce(j.leased, 0) AS leased, j.oldest, coalesce(b.buried, 0) AS buried
        FROM queue_namespaces n
        LEFT JOIN (SELECT namespace,
            count(*) FILTER (WHERE lease_end <= s.steady AND due > s.now) AS delayed,
            count(*) FILTER (WHERE lease_end <= s.steady AND due <= s.now) AS ready,
            count(*) FILTER (WHERE lease_end > s.steady) AS leased,
            min(due) FILTER (WHERE lease_end <= s.steady) AS oldest
          FROM queue_jobs, (SELECT ?::bigint AS now, ?::bigint AS steady) s GROUP BY namespace) j ON j.namespace = n.id
        LEFT JOIN (SELECT namespace, count(*) AS buried FROM queue_buried GROUP BY namespace) b ON b.namespace = n.id
        ORDER BY n.name""", row -> counts(row, now), now, steady));
  }

  private Counts counts(Row row, long now) {
    String namespace = row.text("name");
    LatenessMeter meter = lateness.computeIfAbsent(namespace, _ -> new LatenessMeter());
    synchronized (meter) {
      return new Counts(namespace, row.integer("delayed"), row.integer("ready"), row.integer("leased"),
          row.integer("buried"), row.isNull("oldest") ? null : Instant.ofEpochMilli(row.integer("oldest")),
          meter.read(now));
    }
  }

  @Override
  public List<Long> dueTimes(String namespace, List<Instant> edges) {
    int number = namespace(NewJob.checked(namespace));
    List<Long> figures = new ArrayList<>(Collections.nCopies(edges.size() + 1, 0L));
    String list = edges.stream().map(edge -> Long.toString(edge.toEpochMilli()))
        .collect(Collectors.joining(",", "{", "}"));
    database.read(reading -> {
      reading.each("""
          SELECT width_bucket(due, ?::bigint[]) AS bucket, count(*) AS jobs FROM queue_jobs
          WHERE namespace = ? AND lease_end <= ? GROUP BY 1""",
          row -> figures.set((int) row.integer("bucket"), row.integer("jobs")), list, number,
          time.steadyMillis().getAsLong());
      return true;
    });
    return figures;
  }

  @Override
  public void close() {
    notifications.close();
  }

  /** The number of a namespace, which is made when it is new. */
  private int namespace(String name) {
    return namespaces.computeIfAbsent(name, _ -> database.write(transaction -> namespace(transaction, name)));
  }

  /** As the other, in a transaction whose end nobody knows yet; so the number is not kept. */
  private int namespace(Transaction transaction, String name) {
    Integer known = namespaces.get(name);
    if (known == null) {
      known = find(transaction, name);
    }
    if (known == null) {
      transaction.update("INSERT INTO queue_namespaces (name) VALUES (?) ON CONFLICT DO NOTHING", name);
      known = find(transaction, name);
    }
    return Objects.requireNonNull(known, name);
  }

  private static @Nullable Integer find(Reading reading, String name) {
    return reading.first("SELECT id FROM queue_namespaces WHERE name = ?", row -> (int) row.integer("id"), name)
        .orElse(null);
  }

  private static long millis(Duration delay) {
    return delay.toMillis() + (delay.toNanosPart() % 1_000_000 == 0 ? 0 : 1);
  }

  /** PostgreSQL's text holds no zero byte. */
  private static String written(String reason) {
    String clean = reason.replace('\0', ' ');
    return clean.length() > LONGEST_REASON ? clean.substring(0, LONGEST_REASON) : clean;
  }
}
