package io.nuthatch.feed.content;

import io.nuthatch.model.Post;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A post as it is known now: what it said and how it was counted when it was last seen, its author under the names last
 * seen of them.
 *
 * @param data what a local post carries beside its message
 */
public record StoredPost(long id, Post post, @Nullable JsonNode data, History history) {

  /**
   * What became of it.
   *
   * @param editedAt when it was first seen to say what it says now; null if it never said anything else
   * @param version how many wordings were seen, this one included
   * @param unavailableSince when the platform was found not to give it any more
   */
  public record History(Capture first, Capture latest, @Nullable Instant editedAt, int version,
      @Nullable Instant unavailableSince) {
  }
}
