package io.nuthatch.harvest.catalog;

import java.time.Duration;
import java.util.Set;

/**
 * How harvests are asked for.
 *
 * @param priorityTypes types whose harvesters also listen to {@code .priority} keys
 * @param priorityWithin harvests of those types that follow each other so soon are asked for under a priority key
 * @param plainPlatforms platforms whose harvesters are not Nuthatch and need credentials in the message; others get the
 *        id of the credential
 * @param stopAgainAfter how long a harvest may go on after it was told to stop before it is told again
 */
public record RequesterSettings(Set<String> priorityTypes, Duration priorityWithin, Set<String> plainPlatforms,
    Duration stopAgainAfter) {

  public RequesterSettings {
    priorityTypes = Set.copyOf(priorityTypes);
    plainPlatforms = Set.copyOf(plainPlatforms);
  }

  public static RequesterSettings defaults() {
    return new RequesterSettings(
        Set.of("twitter_search", "twitter_search_2", "twitter_user_timeline", "twitter_user_timeline_2"),
        Duration.ofMinutes(60), Set.of(), Duration.ofMinutes(1));
  }

  public RequesterSettings withPlainPlatforms(Set<String> platforms) {
    return new RequesterSettings(priorityTypes, priorityWithin, platforms, stopAgainAfter);
  }
}
