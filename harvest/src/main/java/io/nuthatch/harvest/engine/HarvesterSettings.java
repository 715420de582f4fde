package io.nuthatch.harvest.engine;

import io.nuthatch.queue.BackoffPolicy;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * How a node harvests.
 *
 * @param baseUrls where platforms are, by name; those not named are where their adapter says
 */
public record HarvesterSettings(Performer performer, Topics topics, Lanes lanes, Pace pace, Cuts cuts,
    Map<String, String> baseUrls) {

  /**
   * Which messages are taken from the bus.
   *
   * @param queue where start messages wait
   * @param priorityQueue where those wait whose key ends in {@code .priority}
   * @param stopQueue where stop messages wait, for whichever node is first; all nodes see what it writes down
   * @param switchedOff types of harvest that are left to others
   */
  public record Topics(String queue, String priorityQueue, String stopQueue, Set<String> switchedOff) {

    public static Topics usual() {
      return new Topics("nuthatch_harvester", "nuthatch_harvester_priority", "nuthatch_harvester_stop", Set.of());
    }

    public Topics withSwitchedOff(Set<String> types) {
      return new Topics(queue, priorityQueue, stopQueue, types);
    }
  }

  /**
   * How many harvests run at a time, by what they are.
   *
   * @param lease how long a harvest stays a worker's without a sign of life
   * @param drain how long closing waits until harvests have come to rest
   */
  public record Lanes(int rest, int priority, int streams, int web, Duration lease, Duration drain) {

    public static Lanes usual() {
      return new Lanes(32, 8, 200, 4, Duration.ofMinutes(1), Duration.ofSeconds(20));
    }
  }

  /**
   * How often something is said, and how often something is tried.
   *
   * @param status how often a running harvest sends a status
   * @param tries how often a call is made before its seed is left for the next harvest
   * @param backoff how long to wait between them
   * @param fruitless how often a harvest is taken up without anything captured before it is given up
   */
  public record Pace(Duration status, int tries, BackoffPolicy backoff, int fruitless) {

    public static Pace usual() {
      return new Pace(Duration.ofSeconds(30), 5, new BackoffPolicy(Duration.ofSeconds(1), Duration.ofMinutes(1), 0.5),
          10);
    }
  }

  /** When a WARC is finished and the next begun, and when what a stream has said is written as a record. */
  public record Cuts(long warcBytes, Duration warcAge, int segmentBytes, Duration segmentAge) {

    public static Cuts usual() {
      return new Cuts(1_000_000_000, Duration.ofMinutes(30), 256 << 10, Duration.ofSeconds(5));
    }
  }

  public static HarvesterSettings usual(Performer performer) {
    return new HarvesterSettings(performer, Topics.usual(), Lanes.usual(), Pace.usual(), Cuts.usual(), Map.of());
  }

  public HarvesterSettings with(Topics other) {
    return new HarvesterSettings(performer, other, lanes, pace, cuts, baseUrls);
  }

  public HarvesterSettings with(Lanes other) {
    return new HarvesterSettings(performer, topics, other, pace, cuts, baseUrls);
  }

  public HarvesterSettings with(Pace other) {
    return new HarvesterSettings(performer, topics, lanes, other, cuts, baseUrls);
  }

  public HarvesterSettings with(Cuts other) {
    return new HarvesterSettings(performer, topics, lanes, pace, other, baseUrls);
  }

  public HarvesterSettings withBaseUrls(Map<String, String> urls) {
    return new HarvesterSettings(performer, topics, lanes, pace, cuts, urls);
  }
}
