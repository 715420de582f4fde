package io.nuthatch.simulator.platform.twitter1;

import io.nuthatch.simulator.people.Entity;
import io.nuthatch.simulator.people.Moment;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.platform.Parameters;
import io.nuthatch.simulator.query.Query;
import io.nuthatch.simulator.query.Subject;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a filter stream lets through: tweets with a tracked phrase, by or to a followed account, or from a place. */
final class StreamFilter {

  private static final int MOST_PHRASES = 400;
  private static final int MOST_ACCOUNTS = 5_000;
  private static final int MOST_BOXES = 25;

  /** South-west corner, then north-east. */
  private record Box(double west, double south, double east, double north) {

    boolean holds(Post.Point point) {
      return point.longitude() >= west && point.longitude() <= east && point.latitude() >= south
          && point.latitude() <= north;
    }
  }

  /** A filter, or the platform's reason to refuse it. */
  record Reading(Optional<StreamFilter> filter, int status, String reason) {

    private static Reading refused(int status, String reason) {
      return new Reading(Optional.empty(), status, reason);
    }
  }

  private final Optional<Query> tracked;
  private final Set<Long> followed;
  private final List<Box> boxes;

  private StreamFilter(Optional<Query> tracked, Set<Long> followed, List<Box> boxes) {
    this.tracked = tracked;
    this.followed = followed;
    this.boxes = boxes;
  }

  static Reading read(Parameters parameters) {
    Set<String> track = new LinkedHashSet<>(parameters.list("track"));
    List<String> follow = parameters.list("follow");
    List<String> locations = parameters.list("locations");
    if (track.isEmpty() && follow.isEmpty() && locations.isEmpty()) {
      return Reading.refused(406, "No filter parameters found. Expect at least one parameter: follow track locations");
    }
    if (track.size() > MOST_PHRASES) {
      return Reading.refused(413, "Parameter track has too many items. Limit: " + MOST_PHRASES);
    }
    if (follow.size() > MOST_ACCOUNTS) {
      return Reading.refused(413, "Parameter follow has too many items. Limit: " + MOST_ACCOUNTS);
    }
    if (locations.size() % 4 != 0 || locations.size() / 4 > MOST_BOXES) {
      return Reading.refused(406, "Parameter locations must be up to " + MOST_BOXES + " boxes of four numbers each");
    }
    try {
      Set<Long> ids = follow.stream().map(Long::valueOf).collect(Collectors.toSet());
      List<Double> numbers = locations.stream().map(Double::valueOf).toList();
      List<Box> boxes = IntStream.range(0, numbers.size() / 4)
          .mapToObj(
              i -> new Box(numbers.get(4 * i), numbers.get(4 * i + 1), numbers.get(4 * i + 2), numbers.get(4 * i + 3)))
          .toList();
      Optional<Query> query = track.isEmpty() ? Optional.empty() : Optional.of(Query.track(track));
      return new Reading(Optional.of(new StreamFilter(query, ids, boxes)), 200, "");
    } catch (NumberFormatException e) {
      return Reading.refused(406, "Parameter follow or locations is not a list of numbers: " + e.getMessage());
    }
  }

  boolean passes(Post post, Moment moment) {
    Post.Point point = post.body().point();
    return isFollowed(post) || (point != null && boxes.stream().anyMatch(box -> box.holds(point)))
        || tracked.filter(query -> query.matches(new Subject(post, moment))).isPresent();
  }

  /** Followed are an account's own tweets, retweets of them, and answers to the account. */
  private boolean isFollowed(Post post) {
    if (followed.isEmpty()) {
      return false;
    }
    Post.Reference reference = post.reference();
    return followed.contains(post.authorId())
        || (reference != null && post.kind() != Post.Kind.QUOTE && followed.contains(reference.authorId()))
        || post.body()
            .entities()
            .stream()
            .anyMatch(entity -> entity instanceof Entity.Mention mention && mention.start() == 0
                && followed.contains(mention.accountId()));
  }
}
