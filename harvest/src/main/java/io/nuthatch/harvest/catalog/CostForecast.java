package io.nuthatch.harvest.catalog;

import io.nuthatch.database.Reading;
import io.nuthatch.harvest.HarvestType.Cost;
import io.nuthatch.harvest.RestFlow;
import io.nuthatch.harvest.catalog.HarvestTypes.Offer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a harvest will ask of its platform, before it runs: from what each seed costs and what past harvests brought. A
 * first harvest is reckoned with an assumption, and says so.
 */
public final class CostForecast {

  private static final int PAST_HARVESTS = 10;
  private static final long ASSUMED_ITEMS = 200;

  /** How many calls of a family a platform allows within a window. */
  public record Limit(long calls, Duration window) {
  }

  /** Tells what is known of a platform's limits. */
  @FunctionalInterface
  public interface Limits {

    Optional<Limit> of(String platform, String family);
  }

  /**
   * The calls of one family.
   *
   * @param windows how many windows of the limit they take; 0 where no limit is known
   */
  public record Line(String family, long calls, Optional<Limit> limit, long windows) {
  }

  /**
   * What one harvest costs.
   *
   * @param itemsPerSeed how many new items are reckoned with
   * @param measured whether that is what past harvests brought, or an assumption
   * @param atLeast how long it takes if nothing else is in the way
   */
  public record Forecast(long seeds, long itemsPerSeed, boolean measured, List<Line> lines, Duration atLeast) {
  }

  private final Catalog catalog;
  private final Limits limits;

  public CostForecast(Catalog catalog, Limits limits) {
    this.catalog = catalog;
    this.limits = limits;
  }

  /** For the next harvest of a collection, as it is now; streams and the web ask nothing that is counted. */
  public Forecast of(Reading reading, Viewer viewer, String collectionId) {
    Collection collection = catalog.collections().get(reading, viewer, collectionId);
    Offer offer = catalog.types().require(collection.type());
    List<Seed> seeds = SeedStore.active(reading, collectionId);
    Optional<Long> average = average(reading, collectionId, Math.max(1, seeds.size()));
    long items = average.orElse(ASSUMED_ITEMS);
    Map<String, Long> calls = new TreeMap<>();
    Duration atLeast = Duration.ZERO;
    if (offer.type().flow() instanceof RestFlow flow) {
      for (Seed seed : seeds) {
        Cost cost = flow.cost(seed.reference(), items);
        cost.callsByFamily().forEach((family, count) -> calls.merge(family, count, Long::sum));
        atLeast = atLeast.plus(cost.atLeast());
      }
    }
    List<Line> lines = new ArrayList<>();
    for (Map.Entry<String, Long> family : calls.entrySet()) {
      Line line = line(offer.platform(), family.getKey(), family.getValue());
      lines.add(line);
      Duration waiting = line.limit.map(limit -> limit.window.multipliedBy(Math.max(0, line.windows - 1)))
          .orElse(Duration.ZERO);
      atLeast = atLeast.compareTo(waiting) < 0 ? waiting : atLeast;
    }
    return new Forecast(seeds.size(), items, average.isPresent(), lines, atLeast);
  }

  private Line line(String platform, String family, long calls) {
    Optional<Limit> limit = limits.of(platform, family).filter(known -> known.calls > 0);
    return new Line(family, calls, limit, limit.map(known -> Math.ceilDiv(calls, known.calls)).orElse(0L));
  }

  /** Items of a seed in the last harvests that went well. */
  private static Optional<Long> average(Reading reading, String collectionId, int seeds) {
    return reading.first("""
        SELECT count(*) AS harvests, coalesce(sum(items), 0) AS items FROM (
          SELECT coalesce((SELECT sum(t.amount) FROM harvest_stats t WHERE t.harvest_id = v.id), 0) AS items
          FROM harvests v WHERE v.collection_id = ? AND v.parent_id IS NULL AND v.state = 'completed_success'
          ORDER BY v.number DESC LIMIT ?) AS past""",
        row -> new long[]{row.integer("harvests"), row.integer("items")}, collectionId, PAST_HARVESTS)
        .filter(past -> past[0] > 0).map(past -> Math.ceilDiv(past[1], past[0] * seeds));
  }
}
