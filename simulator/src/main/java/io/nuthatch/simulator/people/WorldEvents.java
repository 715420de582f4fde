package io.nuthatch.simulator.people;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * What happens in the world from the moment this was made, in the order in which it happens, each event once. Posts
 * come as they were when they were written; what the public could not see then is left out. One thread at a time.
 */
public final class WorldEvents {

  private final World world;
  private long told;
  private int toldExplicit;

  /**
   * @param after nothing is told that happened up to then
   * @param toldExplicit the number of events that tests caused and that are not told
   */
  WorldEvents(World world, Instant after, int toldExplicit) {
    this.world = world;
    told = after.toEpochMilli();
    this.toldExplicit = toldExplicit;
  }

  /** Tells all that has happened since the last call. Takes no more memory when much has than when little has. */
  public void poll(Consumer<? super WorldEvent> listener) {
    long now = world.clock().millis();
    Deque<WorldEvent> explicit = new ArrayDeque<>(world.overlay.eventsAfter(toldExplicit));
    toldExplicit += explicit.size();
    Consumer<WorldEvent> inOrder = event -> {
      while (!explicit.isEmpty() && !explicit.getFirst().at().isAfter(event.at())) {
        listener.accept(explicit.removeFirst());
      }
      listener.accept(event);
    };
    while (told < now) {
      long hour = Math.floorDiv(told, Rhythm.HOUR);
      long end = Math.min(now, (hour + 1) * Rhythm.HOUR - 1);
      tell(hour, end, inOrder);
      told = told < end ? end : Math.min(now, end + 1);
    }
    explicit.forEach(listener);
  }

  /** Events after {@link #told} and up to an end in the same hour. */
  private void tell(long hour, long end, Consumer<? super WorldEvent> listener) {
    long[] deleted = Arrays.stream(world.hours.deletions(hour))
        .filter(origin -> isNew(world.chronicle.deletedAt(origin), end))
        .boxed()
        .sorted((a, b) -> Long.compare(world.chronicle.deletedAt(a), world.chronicle.deletedAt(b)))
        .mapToLong(Long::longValue)
        .toArray();
    int next = 0;
    long[] posts = world.hours.posts(hour);
    int first = Arrays.binarySearch(posts, Snowflake.last(Instant.ofEpochMilli(told)));
    for (int i = first < 0 ? -first - 1 : first + 1; i < posts.length && isNew(Snowflake.millis(posts[i]), end); i++) {
      while (next < deleted.length && world.chronicle.deletedAt(deleted[next]) <= Snowflake.millis(posts[i])) {
        tellDeleted(deleted[next++], listener);
      }
      world.at(Snowflake.instant(posts[i]))
          .post(posts[i])
          .ifPresent(post -> listener.accept(new WorldEvent.Posted(post)));
    }
    while (next < deleted.length) {
      tellDeleted(deleted[next++], listener);
    }
  }

  private void tellDeleted(long origin, Consumer<? super WorldEvent> listener) {
    Instant at = Instant.ofEpochMilli(world.chronicle.deletedAt(origin));
    Moment before = world.at(at.minusMillis(1));
    before.versions(origin)
        .forEach(id -> before.post(id).ifPresent(post -> listener.accept(new WorldEvent.Deleted(post, at))));
  }

  private boolean isNew(long millis, long end) {
    return millis > told && millis <= end;
  }
}
