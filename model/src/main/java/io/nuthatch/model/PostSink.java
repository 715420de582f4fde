package io.nuthatch.model;

import java.util.List;

/**
 * Takes captured posts. When {@link #keep} returns, they are durable; the same posts handed over again change nothing
 * but what was seen later. What it does not do: hold the evidence, which is in the archive before this is called.
 */
public interface PostSink {

  /** Keeps the posts and returns their ids, in the same order: new ones for posts never seen, the old ones for others. */
  List<Long> keep(List<Post> posts, Sighting sighting);
}
