package io.nuthatch.queue.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Copies the jobs of a finished segment to pages: sorted, and parted by how far off they are, so that a page of jobs
 * due within the hour is not kept for a month by its neighbours. Runs beside the live queue; jobs that leave meanwhile
 * are seen to by {@link Calendars#move}.
 */
final class SegmentFlush {

  /** Distances at which a new page begins, in milliseconds. */
  private static final long[] DISTANCES = {3_600_000L, 86_400_000L, 8 * 86_400_000L, Long.MAX_VALUE};
  /** Fewer jobs than this do not make a page of their own. */
  private static final int SMALL = 4096;

  private final Path directory;
  private final LongSupplier pageIds;

  SegmentFlush(Path directory, LongSupplier pageIds) {
    this.directory = directory;
    this.pageIds = pageIds;
  }

  /** How many distances there are. */
  static int distances() {
    return DISTANCES.length;
  }

  /** The number of the distance that is so many milliseconds off. */
  static int distance(long millis) {
    int distance = 0;
    while (millis >= DISTANCES[distance] && distance < DISTANCES.length - 1) {
      distance++;
    }
    return distance;
  }

  List<Move> run(Segment segment, int sections, long now) throws IOException {
    int[] distanceOf = new int[segment.jobs()];
    int[] perDistance = new int[DISTANCES.length];
    for (int ordinal = 0; ordinal < distanceOf.length; ordinal++) {
      int distance = -1;
      if (!segment.isGone(ordinal)) {
        distance = distance(segment.due(ordinal) - now);
        perDistance[distance]++;
      }
      distanceOf[ordinal] = distance;
    }
    int[] groupOf = groups(perDistance);
    List<Move> moves = new ArrayList<>();
    for (int group = 0; group <= groupOf[DISTANCES.length - 1]; group++) {
      int[] counts = new int[sections + 1];
      for (int ordinal = 0; ordinal < distanceOf.length; ordinal++) {
        if (distanceOf[ordinal] >= 0 && groupOf[distanceOf[ordinal]] == group) {
          counts[segment.section(ordinal) + 1]++;
        }
      }
      for (int i = 0; i < sections; i++) {
        counts[i + 1] += counts[i];
      }
      if (counts[sections] > 0) {
        int[] starts = counts.clone();
        long[] keys = new long[counts[sections]];
        for (int ordinal = 0; ordinal < distanceOf.length; ordinal++) {
          if (distanceOf[ordinal] >= 0 && groupOf[distanceOf[ordinal]] == group) {
            keys[starts[segment.section(ordinal)]++] = (segment.due(ordinal) << Layout.ORDINAL_BITS) | ordinal;
          }
        }
        for (int section = 0; section < sections; section++) {
          Arrays.sort(keys, counts[section], counts[section + 1]);
        }
        moves.add(write(segment, keys));
      }
    }
    return moves;
  }

  /** Which page each distance goes to: a distance with few jobs shares the next one's. */
  private static int[] groups(int[] perDistance) {
    int[] groupOf = new int[perDistance.length];
    int group = 0;
    int jobs = 0;
    for (int distance = 0; distance < perDistance.length; distance++) {
      groupOf[distance] = group;
      jobs += perDistance[distance];
      if (jobs >= SMALL) {
        group++;
        jobs = 0;
      }
    }
    return groupOf;
  }

  private Move write(Segment segment, long[] keys) throws IOException {
    int[] ordinals = new int[segment.jobs()];
    try (var writer = new PageWriter(directory, pageIds.getAsLong())) {
      for (long key : keys) {
        int ordinal = (int) (key & Layout.ORDINAL_MASK);
        ordinals[ordinal] = writer.add(segment.memory, segment.offset(ordinal)) + 1;
      }
      return new Move(segment, writer.finish(Set.of(segment.number)), ordinals);
    }
  }
}
