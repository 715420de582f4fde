package io.nuthatch.benchmarks.archive;

import io.nuthatch.archive.Archive;
import io.nuthatch.archive.ArchiveSettings;
import io.nuthatch.archive.Exchange;
import io.nuthatch.archive.HttpMessage;
import io.nuthatch.archive.Indexing;
import io.nuthatch.archive.ItemEntry;
import io.nuthatch.archive.OpenWarc;
import io.nuthatch.archive.Provenance;
import io.nuthatch.archive.WarcReader;
import io.nuthatch.archive.WarcRecord;
import io.nuthatch.archive.gzip.Compression;
import io.nuthatch.benchmarks.Figure;
import io.nuthatch.benchmarks.Report;
import io.nuthatch.benchmarks.Rounds;
import io.nuthatch.benchmarks.Series;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/**
 * Records of 4 KB, by the JDK's compression and by libdeflate at the same level, and by jwarc, which always uses level 9
 * of the JDK's. What counts is the CPU time of the one thread that works.
 */
final class RecordRates {

  private static final Instant WHEN = Instant.parse("2026-03-04T05:06:07Z");
  private static final Compression JDK = new Compression(Compression.By.JDK, ArchiveSettings.DEFAULT_LEVEL);
  private static final String UNIT = "records/CPU s";

  private final int count;
  private final Rounds rounds;
  private final SampleResponses samples = new SampleResponses(20_260_304);
  private final List<byte[]> bodies = new ArrayList<>();

  RecordRates(boolean quick) {
    count = quick ? 2_000 : 10_000;
    rounds = quick ? new Rounds(2, 5) : new Rounds(3, 9);
  }

  /** Something that takes a file and is to be measured. */
  @FunctionalInterface
  private interface Work {
    void on(Path directory) throws Exception;
  }

  void run(Report report) throws Exception {
    for (int i = 0; i < count; i++) {
      bodies.add(samples.next());
    }
    boolean libdeflate = Compression.libdeflateIsThere();
    Compression fast = libdeflate ? new Compression(Compression.By.LIBDEFLATE, ArchiveSettings.DEFAULT_LEVEL) : JDK;
    List<Series> writing = rounds.measure(() -> measured(this::writePlainly), () -> measured(at -> write(at, JDK)),
        () -> measured(at -> write(at, fast)));
    Figure.Rival jwarc = new Figure.Rival("jwarc", writing.get(0));
    report.add(new Figure("archive-write-jdk", writing.get(1), jwarc, UNIT, 1.2, sizes()));
    if (libdeflate) {
      report.add(new Figure("archive-write-libdeflate", writing.get(2), jwarc, UNIT, 2, ""));
    }
    Path directory = Files.createTempDirectory("nuthatch-bench-");
    try {
      writePlainly(directory);
      Path warc = directory.resolve("plain.warc.gz");
      reading(report, warc, fast, libdeflate);
    } finally {
      delete(directory);
    }
  }

  private void reading(Report report, Path warc, Compression fast, boolean libdeflate) throws Exception {
    List<Series> read = rounds.measure(() -> perCpuSecond(() -> PlainJwarc.read(warc)),
        () -> perCpuSecond(() -> read(warc, JDK)), () -> perCpuSecond(() -> read(warc, fast)),
        () -> perCpuSecond(() -> index(warc, JDK)), () -> perCpuSecond(() -> index(warc, fast)));
    Figure.Rival jwarc = new Figure.Rival("jwarc, reading", read.get(0));
    report.add(new Figure("archive-read-jdk", read.get(1), jwarc, UNIT, 1.7, "the same file, payloads read"));
    report.add(new Figure("archive-index-jdk", read.get(3), jwarc, UNIT, 1, "URL index and an item a record"));
    if (libdeflate) {
      report.add(new Figure("archive-read-libdeflate", read.get(2), jwarc, UNIT, 2.5, ""));
      report.add(new Figure("archive-index-libdeflate", read.get(4), jwarc, UNIT, 1, String.format(Locale.ROOT,
          "reading the same file without indexing: %,.0f", read.get(2).median())));
    }
  }

  private double measured(Work work) throws Exception {
    Path directory = Files.createTempDirectory("nuthatch-bench-");
    try {
      return perCpuSecond(() -> {
        work.on(directory);
        return 0L;
      });
    } finally {
      delete(directory);
    }
  }

  private double perCpuSecond(Callable<Long> work) throws Exception {
    long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    work.call();
    return count * 1e9 / (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start);
  }

  private void writePlainly(Path directory) throws Exception {
    PlainJwarc.write(directory.resolve("plain.warc.gz"), samples, bodies);
  }

  private Path write(Path directory, Compression compression) {
    try (
        Archive archive = Archive.open(directory, ArchiveSettings.defaults().withCompression(compression),
            InstantSource.fixed(WHEN));
        OpenWarc warc = archive.create(Provenance.of("bench", "bench", "set", "collection"))) {
      for (int i = 0; i < count; i++) {
        warc.append(Exchange.responseOnly(samples.url(i), WHEN.plusSeconds(i),
            HttpMessage.of(SampleResponses.HEAD, bodies.get(i))));
      }
      return warc.path().resolveSibling(warc.path().getFileName() + ".open");
    }
  }

  private static long read(Path warc, Compression compression) throws IOException {
    long bytes = 0;
    byte[] buffer = new byte[1 << 13];
    try (WarcReader reader = WarcReader.open(warc, WarcReader.Mode.STRICT, compression)) {
      for (WarcRecord record = reader.next(); record != null; record = reader.next()) {
        var http = record.http();
        if (http != null && http.status() == 200) {
          InputStream payload = record.payload();
          for (int got = payload.read(buffer); got >= 0; got = payload.read(buffer)) {
            bytes += got;
          }
        }
      }
    }
    return bytes;
  }

  private static long index(Path warc, Compression compression) {
    long[] number = {0};
    return Indexing.rebuild(warc, record -> List.of(new ItemEntry(number[0]++, "twitter", Long.toString(number[0]),
        record.date(), "account-" + number[0] % 100, record.place().offset(), record.place().length(), 0)), compression)
        .records();
  }

  private String sizes() throws Exception {
    Path directory = Files.createTempDirectory("nuthatch-bench-");
    try {
      writePlainly(directory);
      long plain = Files.size(directory.resolve("plain.warc.gz"));
      long ours = Files.size(write(directory, JDK));
      return String.format(Locale.ROOT, "bytes a record: %d, jwarc %d", ours / count, plain / count);
    } finally {
      delete(directory);
    }
  }

  private static void delete(Path directory) throws IOException {
    List<Path> paths;
    try (Stream<Path> found = Files.walk(directory)) {
      paths = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : paths) {
      Files.delete(path);
    }
  }
}
