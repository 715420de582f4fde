package io.nuthatch.simulator.platform;

import io.nuthatch.simulator.SimulatorException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * How the platforms behave beyond what their documents say.
 *
 * @param port on loopback; 0 for any free one
 * @param clockTolerance how far a signature's timestamp may be from the world's time
 * @param linksToWeb whether addresses in posts lead to the small web of the same server, or nowhere
 * @param journal how many calls the journal remembers
 */
public record PlatformSettings(int port, Duration clockTolerance, Limits limits, Streams streams,
    boolean linksToWeb, int journal) {

  /**
   * Live streams, in real time: clients wait on sockets, not on the world's clock.
   *
   * @param keepAlive after so much silence a stream says that it is alive
   * @param stall a client that does not take what it is sent for so long is disconnected
   * @param connects a credential may open so many streams a minute before it is told to calm down
   * @param deliveries a stream delivers at most so many posts a second and counts the rest as undelivered
   * @param sample the share of all posts that a sample stream has
   */
  public record Streams(Duration keepAlive, Duration stall, int connects, int deliveries, double sample) {

    public static final Streams USUAL = new Streams(Duration.ofSeconds(20), Duration.ofSeconds(90), 30,
        Integer.MAX_VALUE, 0.1);

    public Streams withKeepAlive(Duration value) {
      return new Streams(value, stall, connects, deliveries, sample);
    }

    public Streams withStall(Duration value) {
      return new Streams(keepAlive, value, connects, deliveries, sample);
    }

    public Streams withConnects(int value) {
      return new Streams(keepAlive, stall, value, deliveries, sample);
    }

    public Streams withDeliveries(int value) {
      return new Streams(keepAlive, stall, connects, value, sample);
    }
  }

  /**
   * What callers may take.
   *
   * @param quotas in place of a platform's own, by family of endpoints
   * @param usage how many posts a caller may read of platforms that bill for them
   */
  public record Limits(Map<String, Quota> quotas, Usage usage) {

    public static final Limits USUAL = new Limits(Map.of(), Usage.UNLIMITED);

    public Limits {
      quotas = Map.copyOf(quotas);
    }
  }

  /** The number of distinct posts a day, and posts a month, that a caller may read. */
  public record Usage(long postsPerDay, long postsPerMonth) {

    public static final Usage UNLIMITED = new Usage(Long.MAX_VALUE, Long.MAX_VALUE);
  }

  private static final PlatformSettings DEFAULTS = new PlatformSettings(0, Duration.ofMinutes(5),
      Limits.USUAL, Streams.USUAL, false, 10_000);

  public PlatformSettings {
    if (port < 0 || port > 65_535) {
      throw SimulatorException.callers("a port lies between 0 and 65535, not " + port);
    }
    if (journal < 0) {
      throw SimulatorException.callers("a journal cannot remember " + journal + " calls");
    }
  }

  public static PlatformSettings defaults() {
    return DEFAULTS;
  }

  public PlatformSettings withPort(int value) {
    return new PlatformSettings(value, clockTolerance, limits, streams, linksToWeb, journal);
  }

  public PlatformSettings withClockTolerance(Duration value) {
    return new PlatformSettings(port, value, limits, streams, linksToWeb, journal);
  }

  public PlatformSettings withQuota(String family, Quota quota) {
    Map<String, Quota> more = new HashMap<>(limits.quotas);
    more.put(family, quota);
    return withLimits(new Limits(more, limits.usage));
  }

  public PlatformSettings withStreams(Streams value) {
    return new PlatformSettings(port, clockTolerance, limits, value, linksToWeb, journal);
  }

  public PlatformSettings withUsage(Usage value) {
    return withLimits(new Limits(limits.quotas, value));
  }

  /** Addresses in posts, of their media too, lead to the small web of the same server. */
  public PlatformSettings withLinksToWeb() {
    return new PlatformSettings(port, clockTolerance, limits, streams, true, journal);
  }

  private PlatformSettings withLimits(Limits value) {
    return new PlatformSettings(port, clockTolerance, value, streams, linksToWeb, journal);
  }
}
