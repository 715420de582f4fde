package io.nuthatch.simulator.people;

/** Something that a live stream tells about. */
public sealed interface WorldEvent {

  Post post();

  /** A new post, or a new version of one. */
  record Posted(Post post) implements WorldEvent {
  }

  /** A version of a post has gone; it is told as it was last. */
  record Deleted(Post post) implements WorldEvent {
  }
}
