package io.nuthatch.simulator.people;

import java.time.Instant;

/** Something that a live stream tells about. */
public sealed interface WorldEvent {

  Post post();

  /** When it happened. */
  Instant at();

  /** A new post, or a new version of one. */
  record Posted(Post post) implements WorldEvent {

    @Override
    public Instant at() {
      return post.createdAt();
    }
  }

  /** A version of a post has gone; it is told as it was last. */
  record Deleted(Post post, Instant at) implements WorldEvent {
  }
}
