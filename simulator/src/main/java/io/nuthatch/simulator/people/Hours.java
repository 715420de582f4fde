package io.nuthatch.simulator.people;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * The posts and the deletions of all computed accounts, hour by hour. The hours asked for last are kept, up to a bound,
 * because searches and streams go over the same ones again and again.
 */
final class Hours {

  private static final int KEPT_IDS = 1 << 20;

  private final Chronicle chronicle;
  private final int accounts;
  private final Kept posts;
  private final Kept deletions;

  Hours(Chronicle chronicle, int accounts) {
    this.chronicle = chronicle;
    this.accounts = accounts;
    posts = new Kept(this::computePosts);
    deletions = new Kept(this::computeDeletions);
  }

  /** The ids of all versions born in an hour of the epoch, ascending. */
  long[] posts(long hour) {
    return posts.apply(hour);
  }

  /** The origins of the posts deleted in an hour of the epoch, in no order. */
  long[] deletions(long hour) {
    return deletions.apply(hour);
  }

  private long[] computePosts(long hour) {
    long[] all = new long[64];
    int count = 0;
    for (int account = 0; account < accounts; account++) {
      long[] ids = chronicle.hour(account, hour);
      if (count + ids.length > all.length) {
        all = Arrays.copyOf(all, 2 * all.length + ids.length);
      }
      System.arraycopy(ids, 0, all, count, ids.length);
      count += ids.length;
    }
    all = Arrays.copyOf(all, count);
    Arrays.sort(all);
    return all;
  }

  private long[] computeDeletions(long hour) {
    return Arrays.stream(Chronicle.hoursBeforeDeletion())
        .mapToObj(age -> posts(hour - age))
        .flatMapToLong(Arrays::stream)
        .filter(id -> Math.floorDiv(chronicle.deletedAt(id), Rhythm.HOUR) == hour && chronicle.origin(id) == id)
        .toArray();
  }

  /** Computed arrays, the least recently used forgotten first. */
  private static final class Kept implements LongFunction<long[]> {

    private final LongFunction<long[]> compute;
    private final Map<Long, long[]> kept = new LinkedHashMap<>(16, 0.75f, true);
    private long size;

    Kept(LongFunction<long[]> compute) {
      this.compute = compute;
    }

    @Override
    public long[] apply(long hour) {
      synchronized (kept) {
        long[] known = kept.get(hour);
        if (known != null) {
          return known;
        }
      }
      long[] computed = compute.apply(hour);
      synchronized (kept) {
        if (kept.putIfAbsent(hour, computed) == null) {
          size += computed.length + 1;
        }
        var eldest = kept.values().iterator();
        while (size > KEPT_IDS && kept.size() > 1) {
          size -= eldest.next().length + 1;
          eldest.remove();
        }
      }
      return computed;
    }
  }
}
