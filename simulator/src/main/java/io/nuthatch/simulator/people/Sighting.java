package io.nuthatch.simulator.people;

/** What one finds who looks for a post. */
public sealed interface Sighting {

  record Seen(Post post) implements Sighting {
  }

  /** There is no such post, not yet or no longer. */
  record Gone() implements Sighting {
  }

  /** The post is there, but its author's state keeps it from view. */
  record Hidden(AccountState state) implements Sighting {
  }
}
