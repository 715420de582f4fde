package io.nuthatch.queue.embedded;

import io.nuthatch.queue.embedded.Page.Range;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;

/**
 * Copies what is left of several pages into one. It keeps the number of files bounded, and lets go of pages that a few
 * late jobs would keep for long.
 */
final class PageMerge {

  static final int FEW = 16;
  private static final int AT_ONCE = 64;

  private PageMerge() {
  }

  /** The pages worth merging now, or none. */
  static List<Page> candidates(Collection<Page> pages, int segmentJobs, Set<Page> unreadable) {
    List<Page> small = new ArrayList<>();
    for (Page page : pages) {
      if (page.live() > 0 && page.live() < segmentJobs / 8 && !unreadable.contains(page)) {
        small.add(page);
      }
    }
    if (small.size() < FEW) {
      return List.of();
    }
    small.sort(Comparator.comparingInt(Page::live));
    return List.copyOf(small.subList(0, Math.min(AT_ONCE, small.size())));
  }

  /** The moves, or nothing when a page cannot be read, which is then added to the unreadable ones. */
  static List<Move> run(List<Page> pages, Path directory, long id, Set<Page> unreadable) throws IOException {
    PriorityQueue<Reader> readers = new PriorityQueue<>();
    List<Reader> all = new ArrayList<>();
    Set<Long> origins = new TreeSet<>();
    for (Page page : pages) {
      origins.addAll(page.origins());
      var reader = new Reader(page);
      all.add(reader);
      if (reader.next()) {
        readers.add(reader);
      }
    }
    try (var writer = new PageWriter(directory, id)) {
      for (Reader reader = readers.poll(); reader != null; reader = readers.poll()) {
        reader.ordinals[reader.ordinal] = writer.add(reader.page.memory, reader.at) + 1;
        if (reader.next()) {
          readers.add(reader);
        }
      }
      for (Reader reader : all) {
        if (reader.damaged) {
          unreadable.add(reader.page);
        }
      }
      if (all.stream().anyMatch(reader -> reader.damaged)) {
        return List.of();
      }
      Page merged = writer.finish(origins);
      return all.stream().map(reader -> new Move(reader.page, merged, reader.ordinals)).toList();
    }
  }

  /** The live jobs of one page, calendar by calendar. */
  private static final class Reader implements Comparable<Reader> {

    private final Page page;
    private final int[] ordinals;
    private final List<Range> ranges = new ArrayList<>();
    private int range;
    private int ordinal = -1;
    private int block = -1;
    private long at;
    private long due;
    private long sequence;
    private boolean damaged;

    Reader(Page page) {
      this.page = page;
      this.ordinals = new int[page.ordinals()];
      page.ranges().forEach(ranges::add);
    }

    boolean next() {
      ordinal++;
      while (range < ranges.size()) {
        Range current = ranges.get(range);
        for (ordinal = Math.max(ordinal, current.firstOrdinal()); ordinal < current.endOrdinal(); ordinal++) {
          if (!page.isGone(ordinal)) {
            return show();
          }
        }
        range++;
      }
      return false;
    }

    private boolean show() {
      if (block != ordinal >>> Page.BLOCK_BITS) {
        block = ordinal >>> Page.BLOCK_BITS;
        if (page.damage(block) != null) {
          damaged = true;
          return false;
        }
      }
      at = page.offset(ordinal);
      due = Layout.due(page.memory, at);
      sequence = Layout.sequence(page.memory, at);
      return true;
    }

    @Override
    public int compareTo(Reader other) {
      int bySection = Integer.compare(ranges.get(range).section(), other.ranges.get(other.range).section());
      int byDue = bySection != 0 ? bySection : Long.compare(due, other.due);
      return byDue != 0 ? byDue : Long.compare(sequence, other.sequence);
    }
  }
}
