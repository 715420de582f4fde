package io.nuthatch.app.node;

import io.nuthatch.app.Role;
import io.nuthatch.model.NuthatchException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** This node, as it tells of itself: in the API, in the console's header, and on the command line. */
public final class Node {

  /** What a node says when asked how it is. */
  public record Status(String node, String version, List<Role> roles, Instant startedAt, boolean ready,
      List<Health.State> backends, Map<String, Long> depths) {
  }

  private final String name;
  private final String version;
  private final List<Role> roles;
  private final Instant startedAt;
  private final Health health;
  private final Map<String, LongSupplier> depths = new ConcurrentHashMap<>();

  public Node(String name, String version, List<Role> roles, Instant startedAt, Health health) {
    this.name = name;
    this.version = version;
    this.roles = List.copyOf(roles);
    this.startedAt = startedAt;
    this.health = health;
  }

  /** Something that piles up and is worth seeing at a glance, such as the jobs that are due. */
  public void depth(String of, LongSupplier count) {
    depths.put(of, count);
  }

  public String version() {
    return version;
  }

  public Health health() {
    return health;
  }

  public Status status() {
    List<Health.State> backends = health.check();
    boolean ready = !health.isStopping() && backends.stream().allMatch(Health.State::up);
    Map<String, Long> counted = new TreeMap<>();
    depths.forEach((of, count) -> {
      try {
        counted.put(of, count.getAsLong());
      } catch (NuthatchException e) {
        // its backend's check says why it cannot be counted
      }
    });
    return new Status(name, version, roles, startedAt, ready, backends, counted);
  }
}
