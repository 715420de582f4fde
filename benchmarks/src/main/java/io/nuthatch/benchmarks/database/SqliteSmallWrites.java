package io.nuthatch.benchmarks.database;

import io.nuthatch.benchmarks.Figure;
import io.nuthatch.benchmarks.Report;
import io.nuthatch.benchmarks.Rounds;
import io.nuthatch.benchmarks.Series;
import io.nuthatch.database.sqlite.SqliteActivity;
import io.nuthatch.database.sqlite.SqliteDatabase;
import io.nuthatch.database.sqlite.SqliteSettings;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** Many callers with one insert each: group commit against a commit each. */
final class SqliteSmallWrites {

  private static final int CALLERS = 256;

  private final long nanoseconds;
  private final Rounds rounds = new Rounds(1, 5);
  private long transactions;
  private long commits;

  SqliteSmallWrites(boolean quick) {
    nanoseconds = quick ? 1_000_000_000L : 3_000_000_000L;
  }

  void run(Report report) throws Exception {
    List<Series> measured = rounds.measure(this::product, this::bare, this::flushes);
    report.add(
        new Figure("sqlite-small-writes", measured.get(0),
            new Figure.Rival("bare JDBC, a transaction each", measured.get(1)),
            "transactions/s", 20,
            String.format(Locale.ROOT,
                "%d callers; %.1f transactions shared a commit; a bare 4 KiB append and flush: %,.0f/s",
                CALLERS, (double) transactions / commits, measured.get(2).median())));
  }

  private double product() throws Exception {
    try (Scratch scratch = new Scratch();
        SqliteDatabase database = SqliteDatabase.open(scratch.directory(), SqliteSettings.defaults())) {
      database.run(t -> t.update(Sample.TABLE));
      AtomicLong next = new AtomicLong();
      long start = System.nanoTime();
      long end = start + nanoseconds;
      try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < CALLERS; i++) {
          callers.execute(() -> {
            while (System.nanoTime() < end) {
              Sample sample = Sample.of(next.getAndIncrement());
              database.run(t -> t.update(Sample.INSERT, sample.row()));
            }
          });
        }
      }
      double perSecond = next.get() * 1e9 / (System.nanoTime() - start);
      SqliteActivity activity = database.activity();
      transactions += activity.transactions();
      commits += activity.commits();
      return perSecond;
    }
  }

  private double bare() throws Exception {
    try (Scratch scratch = new Scratch(); BareSqlite bare = new BareSqlite(scratch.directory())) {
      long start = System.nanoTime();
      long written = bare.oneByOne(nanoseconds);
      return written * 1e9 / (System.nanoTime() - start);
    }
  }

  /** What the disk can do at all, to judge the other two by. */
  private double flushes() throws Exception {
    try (Scratch scratch = new Scratch();
        FileChannel file = FileChannel.open(scratch.directory().resolve("file"), StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE)) {
      ByteBuffer page = ByteBuffer.allocateDirect(4_096);
      long start = System.nanoTime();
      long flushed = 0;
      while (System.nanoTime() - start < nanoseconds) {
        file.write(page.clear());
        file.force(false);
        flushed++;
      }
      return flushed * 1e9 / (System.nanoTime() - start);
    }
  }
}
