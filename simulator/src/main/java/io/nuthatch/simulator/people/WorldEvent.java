package io.nuthatch.simulator.people;

/** Something that a live stream tells about. */
public sealed interface WorldEvent {

  /** A new post, or a new version of one. */
  record Posted(Post post) implements WorldEvent {
  }

  record Deleted(long postId) implements WorldEvent {

    public long authorId() {
      return AccountIds.id(Snowflake.account(postId));
    }
  }
}
