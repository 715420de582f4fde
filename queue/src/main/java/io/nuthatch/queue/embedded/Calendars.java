package io.nuthatch.queue.embedded;

import io.nuthatch.queue.JobId;
import io.nuthatch.queue.QueueException;
import io.nuthatch.queue.embedded.Page.Range;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * Everything a queue knows, and what each frame of the journal does to it. Calls that change something write a frame
 * first and then apply it from where it was written, so that opening a queue runs the same code. Guarded by the queue's
 * lock.
 */
final class Calendars {

  private static final int MOST_SECTIONS = 1 << 16;

  final LeaseTable leases = new LeaseTable();
  final DamageLog damages = new DamageLog();
  private final Lock lock;

  private final List<Calendar> sections = new ArrayList<>();
  private final Map<String, Calendar> waiting = new TreeMap<>();
  private final Map<String, Calendar> buried = new HashMap<>();
  private final Map<Long, Segment> segments = new HashMap<>();
  private final Map<Long, Page> pages = new LinkedHashMap<>();
  private final Map<Long, List<Page>> pagesByOrigin = new HashMap<>();

  /** How often jobs were given that were under a lease when the process ended. */
  final Map<Long, Integer> attempted = new HashMap<>();

  Calendars(Lock lock) {
    this.lock = lock;
  }

  void apply(Segment segment, int frame) {
    MemorySegment memory = segment.memory;
    long at = (long) frame + Frame.HEADER;
    long end = at + Frame.length(memory, frame);
    switch (Frame.type(memory, frame)) {
      case Frame.NAME -> name(Layout.getShort(memory, at), Layout.getShort(memory, at + 2) != 0,
          Layout.text(memory, at + 4, (int) (end - at - 4)));
      case Frame.CHANGE -> change(segment, at, end);
      case Frame.TAKE -> taken(memory, at, end);
      case Frame.PURGE -> purge(memory, at);
      default -> throw new IllegalStateException("a frame of no type passed its check");
    }
  }

  private void change(Segment segment, long from, long end) {
    MemorySegment memory = segment.memory;
    int removed = Layout.getInt(memory, from);
    long at = from + 4;
    for (int i = 0; i < removed; i++, at += Frame.KEY) {
      remove(Layout.getShort(memory, at), Layout.getLong(memory, at + 2), Layout.getLong(memory, at + 10));
    }
    while (at < end) {
      int ordinal = segment.add(at);
      section(segment.section(ordinal)).added(segment, ordinal);
      at += Layout.length(memory, at);
    }
  }

  private void remove(int section, long due, long sequence) {
    Calendar calendar = section(section);
    Held held = leases.get(sequence);
    if (held != null) {
      if (!held.returned) {
        calendar.leased--;
      }
      leases.remove(held);
      if (held.container.remove(held.ordinal)) {
        calendar.live--;
      }
    } else {
      Place place = locate(section, due, sequence);
      if (place != null && place.container().remove(place.ordinal())) {
        calendar.live--;
      }
      if (!attempted.isEmpty()) {
        attempted.remove(sequence);
      }
    }
  }

  private void taken(MemorySegment memory, long from, long end) {
    for (long at = from; at < end; at += Frame.TAKEN) {
      attempted.put(Layout.getLong(memory, at + 10), Layout.getShort(memory, at + Frame.KEY));
    }
  }

  private void purge(MemorySegment memory, long from) {
    Calendar calendar = section(Layout.getShort(memory, from));
    Map<Container, BitSet> kept = new HashMap<>();
    int count = Layout.getInt(memory, from + 2);
    for (int i = 0; i < count; i++) {
      long at = from + 6 + (long) i * Frame.KEY;
      Place place = locate(calendar.section, Layout.getLong(memory, at + 2), Layout.getLong(memory, at + 10));
      if (place != null) {
        kept.computeIfAbsent(place.container(), container -> new BitSet()).set(place.ordinal());
      }
    }
    List<Held> returned = new ArrayList<>();
    leases.forEach(held -> {
      if (held.calendar == calendar && held.returned) {
        returned.add(held);
      }
    });
    returned.forEach(leases::remove);
    BitSet none = new BitSet();
    for (Segment segment : segments.values()) {
      BitSet keep = kept.getOrDefault(segment, none);
      for (int ordinal = 0; ordinal < segment.jobs(); ordinal++) {
        if (segment.section(ordinal) == calendar.section && !keep.get(ordinal) && segment.remove(ordinal)) {
          calendar.live--;
        }
      }
    }
    for (Page page : pages.values()) {
      Range range = page.range(calendar.section);
      if (range != null) {
        BitSet keep = kept.getOrDefault(page, none);
        for (int ordinal = range.firstOrdinal(); ordinal < range.endOrdinal(); ordinal++) {
          if (!keep.get(ordinal) && page.remove(ordinal)) {
            calendar.live--;
          }
        }
      }
    }
  }

  void name(int section, boolean isBuried, String namespace) {
    if (section == sections.size()) {
      var calendar = new Calendar(section, namespace, isBuried, lock.newCondition());
      sections.add(calendar);
      (isBuried ? buried : waiting).put(namespace, calendar);
    }
  }

  Calendar section(int section) {
    if (section >= sections.size()) {
      throw QueueException.broken("calendar " + section + " was never named", null);
    }
    return sections.get(section);
  }

  /** The next calendar's number. */
  int nextSection() {
    if (sections.size() == MOST_SECTIONS) {
      throw QueueException.caller("a queue has at most " + MOST_SECTIONS / 2 + " namespaces");
    }
    return sections.size();
  }

  @Nullable
  Calendar waiting(String namespace) {
    return waiting.get(namespace);
  }

  @Nullable
  Calendar buried(String namespace) {
    return buried.get(namespace);
  }

  List<Calendar> sections() {
    return sections;
  }

  /** By namespace. */
  Collection<Calendar> allWaiting() {
    return waiting.values();
  }

  Collection<Page> pages() {
    return pages.values();
  }

  Collection<Segment> segments() {
    return segments.values();
  }

  @Nullable
  Place locate(int section, long due, long sequence) {
    Segment segment = segments.get(sequence >>> Layout.ORDINAL_BITS);
    if (segment != null) {
      int ordinal = (int) (sequence & Layout.ORDINAL_MASK);
      return ordinal < segment.jobs() && segment.due(ordinal) == due && segment.section(ordinal) == section
          ? new Place(segment, ordinal)
          : null;
    }
    for (Page page : pagesByOrigin.getOrDefault(sequence >>> Layout.ORDINAL_BITS, List.of())) {
      int ordinal = page.find(section, due, sequence);
      if (ordinal >= 0) {
        return new Place(page, ordinal);
      }
    }
    return null;
  }

  /** The calendar a job of this name is in and is not gone from. */
  @Nullable
  Calendar calendarOf(JobId id) {
    long origin = id.sequence() >>> Layout.ORDINAL_BITS;
    Segment segment = segments.get(origin);
    if (segment != null) {
      int ordinal = (int) (id.sequence() & Layout.ORDINAL_MASK);
      return ordinal < segment.jobs() && segment.due(ordinal) == id.dueMillis() && !segment.isGone(ordinal)
          ? section(segment.section(ordinal))
          : null;
    }
    for (Page page : pagesByOrigin.getOrDefault(origin, List.of())) {
      for (Range range : page.ranges()) {
        int ordinal = page.find(range.section(), id.dueMillis(), id.sequence());
        if (ordinal >= 0) {
          return page.isGone(ordinal) ? null : section(range.section());
        }
      }
    }
    return null;
  }

  void attach(Segment segment) {
    segments.put(segment.number, segment);
  }

  /** Takes the page's live jobs in; they are counted only when they are new to the queue. */
  void attach(Page page, boolean counted) {
    pages.put(page.id, page);
    page.origins().forEach(origin -> pagesByOrigin.computeIfAbsent(origin, o -> new ArrayList<>()).add(page));
    for (Range range : page.ranges()) {
      Calendar calendar = section(range.section());
      calendar.offer(new PageCursor(page, range, damages));
      if (counted) {
        calendar.live += page.live(range.firstOrdinal(), range.endOrdinal());
      }
    }
  }

  void detach(Container container) {
    sections.forEach(calendar -> calendar.merge
        .removeIf(source -> !(source instanceof Returned) && source.container() == container));
    switch (container) {
      case Segment segment -> segments.remove(segment.number);
      case Page page -> {
        pages.remove(page.id);
        page.origins().forEach(origin -> {
          List<Page> others = pagesByOrigin.getOrDefault(origin, List.of());
          others.remove(page);
          if (others.isEmpty()) {
            pagesByOrigin.remove(origin);
          }
        });
      }
    }
  }

  /** The jobs have been copied: what left meanwhile leaves the copy, what is held points to it. */
  void move(List<Move> moves) {
    Map<Container, List<Move>> byOrigin = new HashMap<>();
    for (Move move : moves) {
      byOrigin.computeIfAbsent(move.from(), from -> new ArrayList<>()).add(move);
      move.forEach((old, ordinal) -> {
        if (move.from().isGone(old)) {
          move.to().remove(ordinal);
        }
      });
    }
    leases.forEach(held -> {
      for (Move move : byOrigin.getOrDefault(held.container, List.of())) {
        int ordinal = move.ordinal(held.ordinal);
        if (ordinal >= 0) {
          held.container = move.to();
          held.ordinal = ordinal;
          held.offset = move.to().offset(ordinal);
          break;
        }
      }
    });
  }
}
