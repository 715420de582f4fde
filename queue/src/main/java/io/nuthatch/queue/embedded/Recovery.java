package io.nuthatch.queue.embedded;

import io.nuthatch.queue.QueueException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.Lock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Opens a queue's directory: the checkpoint, the pages it names, then every frame of the journal after it.
 */
final class Recovery {

  /*
   * Torn or damaged. Every frame says how much of its segment was known to be on the disk when it was written. A frame
   * that fails its check where a later one vouches for it was damaged afterwards: opening is refused, with file and
   * offset. Otherwise it was being written when the machine stopped, and nobody was told that it was safe: it and what
   * follows are moved to a file beside it and reported.
   */

  /** The first segment is small, so that opening need not wait for the disk; the next is being made meanwhile. */
  private static final int FIRST_BYTES = 1 << 20;
  private static final MemorySegment ZEROS = MemorySegment.ofArray(new byte[1 << 16]);
  private static final Pattern SEGMENT = Pattern.compile("segment-(\\d+)\\.log");
  private static final Pattern PAGE = Pattern.compile("page-(\\d+)\\.jobs");

  private final Path directory;
  private final EmbeddedSettings settings;
  private final Calendars calendars;

  Recovery(Path directory, EmbeddedSettings settings, Lock lock) {
    this.directory = directory;
    this.settings = settings;
    this.calendars = new Calendars(lock);
  }

  Recovered run() throws IOException {
    NavigableSet<Long> pageFiles = numbers(PAGE);
    NavigableSet<Long> segmentFiles = numbers(SEGMENT);
    if (!Files.exists(directory.resolve(Checkpoint.FILE))) {
      if (!pageFiles.isEmpty() || segmentFiles.stream().anyMatch(this::used)) {
        throw QueueException.broken(directory + " has jobs but no checkpoint; restore the directory from a copy", null);
      }
      DurableFile.replace(directory, Checkpoint.FILE, Checkpoint.encode(1, List.of(), List.of()));
    }
    Checkpoint checkpoint = Checkpoint.read(directory);
    for (int section = 0; section < checkpoint.names().size(); section++) {
      Checkpoint.Name name = checkpoint.names().get(section);
      calendars.name(section, name.buried(), name.namespace());
    }
    openPages(checkpoint, pageFiles);
    for (long number : segmentFiles.headSet(checkpoint.firstSegment())) {
      Files.delete(Segment.path(directory, number));
    }
    NavigableMap<Long, Segment> segments = openSegments(checkpoint, segmentFiles);
    replay(segments);
    long next = segments.isEmpty() ? checkpoint.firstSegment() : segments.lastKey() + 1;
    int bytes = (int) Math.max(Math.min(FIRST_BYTES, settings.segmentBytes()), 2 * opening());
    Segment active = Segment.create(directory, next, bytes, settings.segmentJobs());
    DurableFile.syncEntries(directory);
    calendars.attach(active);
    long nextPage = pageFiles.isEmpty() ? 1 : pageFiles.last() + 1;
    return new Recovered(directory, calendars, List.copyOf(segments.values()), active, nextPage);
  }

  /** How many bytes a segment's opening takes at most. */
  private long opening() {
    return Segment.HEADER + (long) calendars.sections().size() * Ledger.NAME_BYTES + Ledger.FRAME_BYTES
        + (long) calendars.attempted.size() * Frame.TAKEN;
  }

  private void openPages(Checkpoint checkpoint, NavigableSet<Long> files) throws IOException {
    var orphans = new TreeSet<>(files);
    for (Map.Entry<Long, long[]> state : checkpoint.goneByPage().entrySet()) {
      long id = state.getKey();
      if (!orphans.remove(id)) {
        throw QueueException.broken("page " + Page.path(directory, id)
            + " is missing, though the checkpoint names it; restore the directory from a copy", null);
      }
      Page page = Page.open(directory, id);
      page.gone(state.getValue());
      calendars.attach(page, true);
    }
    for (long id : orphans) {
      Files.delete(Page.path(directory, id));
    }
  }

  private NavigableMap<Long, Segment> openSegments(Checkpoint checkpoint, NavigableSet<Long> files)
      throws IOException {
    NavigableMap<Long, Segment> segments = new TreeMap<>();
    for (long number : files.tailSet(checkpoint.firstSegment())) {
      if (used(number)) {
        long expected = segments.isEmpty() ? checkpoint.firstSegment() : segments.lastKey() + 1;
        if (number != expected) {
          throw QueueException.broken("segment " + Segment.path(directory, expected)
              + " is missing, though later ones are there; restore the directory from a copy", null);
        }
        segments.put(number, Segment.open(Segment.path(directory, number), number));
      } else {
        Files.delete(Segment.path(directory, number));
      }
    }
    return segments;
  }

  /** Whether anything was ever written to it; one that was only being prepared may lack even its header. */
  private boolean used(long number) {
    try (FileChannel channel = FileChannel.open(Segment.path(directory, number), StandardOpenOption.READ);
        Arena arena = Arena.ofConfined()) {
      return channel.size() > Segment.HEADER
          && !isZero(channel.map(MapMode.READ_ONLY, 0, channel.size(), arena), Segment.HEADER);
    } catch (IOException e) {
      throw QueueException.broken("cannot read " + Segment.path(directory, number), e);
    }
  }

  private void replay(NavigableMap<Long, Segment> segments) throws IOException {
    List<Segment> all = List.copyOf(segments.values());
    for (int i = 0; i < all.size(); i++) {
      Segment segment = all.get(i);
      calendars.attach(segment);
      MemorySegment memory = segment.memory;
      long at = Segment.HEADER;
      while (Frame.valid(memory, at)) {
        calendars.apply(segment, (int) at);
        at += Frame.aligned(Frame.HEADER + (long) Frame.length(memory, at));
      }
      segment.position((int) at);
      if (!isZero(memory, at)) {
        refuseIfVouchedFor(all.subList(i, all.size()), at);
        moveAside(segment, at);
        for (Segment later : all.subList(i + 1, all.size())) {
          moveAside(later, Segment.HEADER);
          later.release();
          Files.delete(later.file);
          segments.remove(later.number);
        }
        return;
      }
    }
  }

  private static void refuseIfVouchedFor(List<Segment> segments, long bad) {
    List<Long> froms = new ArrayList<>(segments.stream().map(segment -> (long) Segment.HEADER).toList());
    froms.set(0, bad + Frame.ALIGNMENT);
    for (int i = 0; i < segments.size(); i++) {
      MemorySegment memory = segments.get(i).memory;
      for (long at = froms.get(i); at + Frame.HEADER < memory.byteSize(); at += Frame.ALIGNMENT) {
        if (Layout.getLong(memory, at) != 0 && Frame.valid(memory, at)
            && Frame.durable(memory, at) > (i == 0 ? bad : Segment.HEADER)) {
          throw QueueException.broken("segment " + segments.getFirst().file + " is damaged at offset " + bad
              + ": the entry fails its check, but it was durable when the one at offset " + at + " of "
              + segments.get(i).file.getFileName() + " was written; restore the directory from a copy", null);
        }
      }
    }
  }

  private void moveAside(Segment segment, long from) throws IOException {
    MemorySegment memory = segment.memory;
    long end = memory.byteSize();
    while (end > from && memory.get(ValueLayout.JAVA_BYTE, end - 1) == 0) {
      end--;
    }
    if (end > from) {
      Path aside = directory.resolve("torn-%010d-%d.bytes".formatted(segment.number, from));
      try (FileChannel channel = FileChannel.open(aside, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
          StandardOpenOption.TRUNCATE_EXISTING)) {
        channel.write(memory.asSlice(from, end - from).asByteBuffer());
        channel.force(true);
      }
      calendars.damages.tornTail(segment.file, from, aside);
      segment.cut(from, end);
    }
  }

  private static boolean isZero(MemorySegment memory, long from) {
    for (long at = from; at < memory.byteSize(); at += ZEROS.byteSize()) {
      long length = Math.min(ZEROS.byteSize(), memory.byteSize() - at);
      if (MemorySegment.mismatch(memory, at, at + length, ZEROS, 0, length) >= 0) {
        return false;
      }
    }
    return true;
  }

  private NavigableSet<Long> numbers(Pattern names) throws IOException {
    NavigableSet<Long> numbers = new TreeSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        Matcher matcher = names.matcher(file.getFileName().toString());
        if (matcher.matches()) {
          numbers.add(Long.parseLong(matcher.group(1)));
        }
      }
    }
    return numbers;
  }
}
