package io.nuthatch.harvest.engine;

import io.nuthatch.model.Post;
import io.nuthatch.model.PostName;
import io.nuthatch.model.PostSink;
import io.nuthatch.model.Sighting;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A content store in memory. */
final class MemoryPosts implements PostSink {

  private final Map<PostName, Long> ids = new ConcurrentHashMap<>();
  private final Map<Long, Sighting> sightings = new ConcurrentHashMap<>();
  private final AtomicLong next = new AtomicLong();

  @Override
  public List<Long> keep(List<Post> posts, Sighting sighting) {
    return posts.stream().map(post -> {
      long id = ids.computeIfAbsent(post.name(), _ -> next.incrementAndGet());
      sightings.put(id, sighting);
      return id;
    }).toList();
  }

  boolean has(long nativeId) {
    return ids.containsKey(new PostName("twitter", Long.toString(nativeId)));
  }

  int size() {
    return ids.size();
  }
}
