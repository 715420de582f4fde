package io.nuthatch.archive;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a collection holds the payload with a given digest, so that it need not be stored again. The index is only ever
 * a hint: each answer is checked against the record it points to, and what it misses is merely stored twice. So it may
 * lag, be damaged or be deleted without harm.
 */
final class PayloadIndex {

  /*
   * Runs. The directory payloads/ of the collection holds sorted files that never change. A sealed WARC adds one; when
   * there are many, those of similar size are merged into one, under a lock that the second to come does not wait for.
   * A lookup searches each by halves. No more than a buffer for each file is in memory at any time. A crash leaves a
   * draft, or both a merged file and its sources; either is harmless and goes with the next merge.
   */

  private static final Logger LOG = LoggerFactory.getLogger(PayloadIndex.class);
  private static final int MOST_RUNS = 8;
  private static final String RUN = ".run";

  private final Path collection;
  private final Path directory;

  PayloadIndex(Path collection) {
    this.collection = collection;
    this.directory = collection.resolve("payloads");
  }

  /** Adds what a sealed WARC holds, by its URL index. A failure is logged: nothing depends on it. */
  void add(Path warc) {
    try {
      List<PayloadRun.Entry> entries = new ArrayList<>();
      String name = collection.relativize(warc).toString();
      try (BufferedReader in = Files.newBufferedReader(Cdxj.of(warc))) {
        in.lines().map(line -> Cdxj.parse(line, warc)).forEach(capture -> {
          byte[] digest = capture == null || capture.revisit() || capture.status() / 100 != 2
              ? null
              : Sha1.parse(capture.digest());
          if (digest != null && capture != null) {
            entries.add(new PayloadRun.Entry(digest, name, capture.place().offset(), capture.place().length()));
          }
        });
      }
      if (!entries.isEmpty()) {
        entries.sort(null);
        Disk.makeDirectories(directory);
        var sorted = entries.iterator();
        PayloadRun.write(directory.resolve(warc.getFileName() + RUN), List.of(name), entries.size(),
            () -> sorted.hasNext() ? sorted.next() : null);
        merge();
      }
    } catch (IOException e) {
      LOG.warn("the payloads of {} are not indexed: {}", warc, e.toString());
    }
  }

  Optional<Capture> find(byte[] digest) {
    for (Path file : runs()) {
      try (PayloadRun run = PayloadRun.open(file)) {
        for (PayloadRun.Entry entry : run.find(digest)) {
          Capture capture = checked(entry);
          if (capture != null) {
            return Optional.of(capture);
          }
        }
      } catch (NoSuchFileException e) {
        LOG.debug("{} was merged meanwhile", file);
      } catch (IOException | IndexOutOfBoundsException e) {
        LOG.warn("{} is passed over: {}", file, e.toString());
      }
    }
    return Optional.empty();
  }

  /** Null if the record is not there any more, or does not hold what the index says. */
  private @Nullable Capture checked(PayloadRun.Entry entry) {
    Path warc = collection.resolve(entry.warc());
    if (!Files.exists(warc)) {
      return null;
    }
    try (WarcReader reader = WarcReader.open(warc)) {
      Capture capture = Captures.of(reader.read(new Place(entry.offset(), entry.length())), warc);
      byte[] said = capture == null || capture.revisit() ? null : Sha1.parse(capture.digest());
      return said != null && Arrays.equals(said, entry.digest()) ? capture : null;
    } catch (ArchiveException e) {
      LOG.warn("the index of payloads names a record that cannot be read: {}", e.getMessage());
      return null;
    }
  }

  List<Path> runs() {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(RUN)).sorted().toList();
    } catch (IOException e) {
      throw ArchiveException.io("listing", directory, e);
    }
  }

  private void merge() throws IOException {
    if (runs().size() <= MOST_RUNS) {
      return;
    }
    try (
        FileChannel channel = FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE,
            StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      if (lock != null) {
        merge(smallest());
      }
    } catch (OverlappingFileLockException e) {
      LOG.debug("{} is being merged by another thread", directory);
    }
  }

  /** The small ones, up to the first that is larger than twice all before it. */
  private List<Path> smallest() throws IOException {
    List<Sized> bySize = new ArrayList<>();
    for (Path file : runs()) {
      bySize.add(new Sized(file, Files.size(file)));
    }
    bySize.sort(Comparator.comparingLong(Sized::bytes));
    long sum = 0;
    List<Path> chosen = new ArrayList<>();
    for (Sized each : bySize) {
      if (!chosen.isEmpty() && each.bytes > 2 * sum) {
        break;
      }
      chosen.add(each.file);
      sum += each.bytes;
    }
    return chosen;
  }

  private void merge(List<Path> files) throws IOException {
    if (files.size() < 2) {
      return;
    }
    List<PayloadRun> runs = new ArrayList<>();
    try {
      TreeSet<String> warcs = new TreeSet<>();
      long count = 0;
      PriorityQueue<Head> heads = new PriorityQueue<>();
      for (Path file : files) {
        PayloadRun run = PayloadRun.open(file);
        runs.add(run);
        warcs.addAll(run.warcs());
        count += run.entries();
        if (run.entries() > 0) {
          heads.add(new Head(run, 0, run.entry(0)));
        }
      }
      Path merged = directory.resolve(files.getFirst().getFileName().toString().replace(RUN, "")
          + "-merged-" + RecordId.next() + RUN);
      PayloadRun.write(merged, List.copyOf(warcs), count, () -> {
        Head head = heads.poll();
        if (head == null) {
          return null;
        }
        if (head.number + 1 < head.run.entries()) {
          heads.add(new Head(head.run, head.number + 1, head.run.entry(head.number + 1)));
        }
        return head.entry;
      });
    } finally {
      for (PayloadRun run : runs) {
        run.close();
      }
    }
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
  }

  private record Sized(Path file, long bytes) {
  }

  /** The next entry of a run that is being merged. */
  private record Head(PayloadRun run, long number, PayloadRun.Entry entry) implements Comparable<Head> {
    @Override
    public int compareTo(Head other) {
      return entry.compareTo(other.entry);
    }
  }
}
