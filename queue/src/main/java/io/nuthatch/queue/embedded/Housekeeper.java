package io.nuthatch.queue.embedded;

import io.nuthatch.model.NuthatchException.Kind;
import io.nuthatch.queue.QueueException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread behind a queue: keeps an empty segment ready, turns full ones into pages, merges small pages, writes
 * checkpoints and deletes the files they have made superfluous.
 */
final class Housekeeper {

  /*
   * Order of things. Pages are synced, then the journal up to the moment the state is written down, then the
   * checkpoint, then files are deleted. A crash between any two steps leaves files that the checkpoint does not name or
   * that say again what it says; opening deletes the former and applies the latter to no effect.
   */

  private static final Logger LOG = LoggerFactory.getLogger(Housekeeper.class);
  private static final int MOST_FROZEN = 3;
  private static final long IDLE_NANOS = 1_000_000_000;

  private final Path directory;
  private final EmbeddedSettings settings;
  private final InstantSource clock;
  private final ReentrantLock lock;
  private final Calendars calendars;
  private final Journal journal;
  private final Condition work;
  private final Condition room;
  private final Thread thread;

  private final ArrayDeque<Segment> frozen = new ArrayDeque<>();
  private final Set<Page> unreadable = new HashSet<>();
  private @Nullable Segment prepared;
  private @Nullable QueueException noSpace;
  private long nextSegment;
  private long nextPage;
  private boolean closing;

  Housekeeper(Recovered recovered, EmbeddedSettings settings, InstantSource clock, ReentrantLock lock) {
    this.directory = recovered.directory();
    this.settings = settings;
    this.clock = clock;
    this.lock = lock;
    this.calendars = recovered.calendars();
    this.journal = new Journal(recovered.active());
    this.nextSegment = recovered.active().number + 1;
    this.nextPage = recovered.nextPage();
    this.frozen.addAll(recovered.segments());
    this.work = lock.newCondition();
    this.room = lock.newCondition();
    this.thread = Thread.ofPlatform().daemon().name("nuthatch-queue-" + directory.getFileName()).unstarted(this::run);
  }

  /** Writes down first what opening found in segments that are about to go. */
  void start() {
    lock.lock();
    try {
      open();
    } finally {
      lock.unlock();
    }
    thread.start();
  }

  Journal journal() {
    return journal;
  }

  /** Makes sure that frames of this length with this many jobs fit. May wait and let go of the lock meanwhile. */
  void reserve(long bytes, int jobs) {
    while (!journal.active().hasRoom(bytes, jobs)) {
      journal.check();
      if (noSpace != null) {
        throw noSpace;
      }
      Segment next = prepared;
      if (next != null && frozen.size() < MOST_FROZEN) {
        rotate(next);
      } else {
        work.signal();
        room.awaitUninterruptibly();
      }
    }
  }

  private void rotate(Segment next) {
    frozen.add(journal.active());
    prepared = null;
    calendars.attach(next);
    journal.rotate(next);
    open();
    work.signal();
  }

  /** A segment begins with all that would otherwise be lost with those before it: names and attempts. */
  private void open() {
    var frame = new Frame();
    for (Calendar calendar : calendars.sections()) {
      frame.begin(Frame.NAME);
      frame.shortNumber(calendar.section);
      frame.shortNumber(calendar.buried ? 1 : 0);
      frame.text(calendar.namespace);
      var _ = journal.append(frame);
    }
    frame.begin(Frame.TAKE);
    calendars.leases.forEach(held -> {
      frame.key(held.calendar.section, held.due, held.sequence);
      frame.shortNumber(held.attempts);
    });
    calendars.attempted.forEach((sequence, attempts) -> {
      frame.key(0, 0, sequence);
      frame.shortNumber(attempts);
    });
    if (frame.length() > 0) {
      var _ = journal.append(frame);
    }
    frame.release();
  }

  private void run() {
    try {
      while (true) {
        if (!await()) {
          return;
        }
        prepare();
        flush();
        merge();
        sweep();
      }
    } catch (IOException | RuntimeException e) {
      QueueException failure = journal.fail(e instanceof QueueException known
          ? known
          : new QueueException(Kind.BROKEN, "the housekeeping of " + directory + " has failed", e));
      LOG.error("{}", failure.getMessage(), e);
    } finally {
      lock.lock();
      try {
        room.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  private boolean await() {
    lock.lock();
    try {
      long left = IDLE_NANOS;
      while (!closing && prepared != null && frozen.isEmpty() && left > 0) {
        left = work.awaitNanos(left);
      }
      return !closing;
    } catch (InterruptedException e) {
      return false;
    } finally {
      lock.unlock();
    }
  }

  private void prepare() {
    if (prepared != null) {
      return;
    }
    Segment segment = null;
    QueueException failure = null;
    try {
      Files.deleteIfExists(Segment.path(directory, nextSegment));
      segment = Segment.create(directory, nextSegment, settings.segmentBytes(), settings.segmentJobs());
      DurableFile.syncEntries(directory);
      nextSegment++;
    } catch (IOException e) {
      failure = new QueueException(Kind.FULL,
          "cannot make room for the journal in " + directory + "; free some space, it is tried again every second", e);
      LOG.error("{}", failure.getMessage(), e);
    }
    lock.lock();
    try {
      prepared = segment;
      noSpace = failure;
      room.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void flush() throws IOException {
    Segment segment;
    int sections;
    lock.lock();
    try {
      segment = frozen.peek();
      sections = calendars.sections().size();
    } finally {
      lock.unlock();
    }
    if (segment != null) {
      var flush = new SegmentFlush(directory, () -> nextPage++);
      commit(List.of(segment), flush.run(segment, sections, clock.millis()));
    }
  }

  /** As long as there is something to merge and nothing that is more urgent. */
  private void merge() throws IOException {
    for (List<Page> pages = mergeable(); !pages.isEmpty(); pages = mergeable()) {
      long id = nextPage++;
      List<Move> moves = PageMerge.run(pages, directory, id, unreadable);
      if (moves.isEmpty()) {
        Files.deleteIfExists(Page.path(directory, id));
      } else {
        commit(List.copyOf(pages), moves);
      }
    }
  }

  private List<Page> mergeable() {
    lock.lock();
    try {
      return closing || prepared == null || !frozen.isEmpty()
          ? List.of()
          : PageMerge.candidates(calendars.pages(), settings, clock.millis(), unreadable);
    } finally {
      lock.unlock();
    }
  }

  /** Deletes pages whose jobs are all gone. */
  private void sweep() throws IOException {
    boolean any;
    lock.lock();
    try {
      any = calendars.pages().stream().anyMatch(page -> page.live() == 0);
    } finally {
      lock.unlock();
    }
    if (any) {
      commit(List.of(), List.of());
    }
  }

  private void commit(List<Container> replaced, List<Move> moves) throws IOException {
    List<Container> finished = new ArrayList<>(replaced);
    ByteBuffer checkpoint;
    long place;
    lock.lock();
    try {
      calendars.move(moves);
      replaced.forEach(calendars::detach);
      moves.stream().map(Move::to).distinct().forEach(page -> calendars.attach(page, false));
      List<Page> empty = calendars.pages().stream().filter(page -> page.live() == 0).toList();
      empty.forEach(calendars::detach);
      finished.addAll(empty);
      frozen.removeIf(replaced::contains);
      long first = frozen.isEmpty() ? journal.active().number : frozen.element().number;
      checkpoint = Checkpoint.encode(first, calendars.sections(), calendars.pages());
      place = journal.end();
      room.signalAll();
    } finally {
      lock.unlock();
    }
    journal.sync(place);
    DurableFile.replace(directory, Checkpoint.FILE, checkpoint);
    for (Container container : finished) {
      container.release();
      Files.delete(container.file);
    }
  }

  /** Ends the thread, after what it is at. */
  void close() {
    lock.lock();
    try {
      closing = true;
      work.signal();
    } finally {
      lock.unlock();
    }
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (prepared != null) {
      prepared.release();
      discard(prepared.file);
    }
  }

  /** A segment nobody wrote to; when it stays, opening deletes it. */
  private static void discard(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.debug("{} stays until the queue is opened again", file, e);
    }
  }
}
