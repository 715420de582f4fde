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
 * Copies what is left of several pages into one. It keeps the number of pages that jobs come due from small, however
 * many are pending, and lets go of pages that a few late jobs would keep for long.
 */
final class PageMerge {

  /*
   * Which pages. Those that are as far off as each other, the nearest first, as soon as there are some of them that hold
   * less than a segment's worth; the smallest of them, up to four segments' worth. What has grown beyond one segment's
   * worth is left alone, so a job is copied once as a rule, and one merge takes a fraction of a second.
   */

  static final int FEW = 16;
  private static final int AT_ONCE = 64;
  private static final int LEAST = 4;
  private static final int SEGMENTS = 4;

  private PageMerge() {
  }

  /** The pages worth merging now, or none. */
  static List<Page> candidates(Collection<Page> pages, EmbeddedSettings settings, long now, Set<Page> unreadable) {
    List<List<Page>> byDistance = new ArrayList<>();
    for (int i = 0; i < SegmentFlush.distances(); i++) {
      byDistance.add(new ArrayList<>());
    }
    for (Page page : pages) {
      if (page.live() > 0 && page.live() < settings.segmentJobs() && !unreadable.contains(page)) {
        byDistance.get(SegmentFlush.distance(page.lastDue() - now)).add(page);
      }
    }
    for (List<Page> alike : byDistance) {
      if (alike.size() >= FEW) {
        List<Page> smallest = smallest(alike, settings);
        if (smallest.size() >= LEAST) {
          return smallest;
        }
      }
    }
    return List.of();
  }

  private static List<Page> smallest(List<Page> pages, EmbeddedSettings settings) {
    pages.sort(Comparator.comparingInt(Page::live));
    long jobs = 0;
    long bytes = 0;
    List<Page> smallest = new ArrayList<>();
    for (Page page : pages) {
      jobs += page.live();
      bytes += page.memory.byteSize();
      if (jobs > (long) SEGMENTS * settings.segmentJobs() || bytes > (long) SEGMENTS * settings.segmentBytes()
          || smallest.size() == AT_ONCE) {
        break;
      }
      smallest.add(page);
    }
    return smallest;
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
