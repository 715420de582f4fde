package io.nuthatch.feed.content;

import io.nuthatch.model.Post;
import io.nuthatch.model.Sighting;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Makes content anew from what was captured. Whoever knows the archive gives it back page by page; pages in the order
 * of their times give the same versions as before, in any other order all but those.
 */
public final class Rebuild {

  /**
   * Posts as they were captured together.
   *
   * @param ids those the archive recorded, in the order of the posts; 0 where it recorded none
   */
  public record Captured(List<Post> posts, List<Long> ids, Sighting sighting) {
  }

  /**
   * What was done.
   *
   * @param moved posts whose recorded id belongs to another post, so that they have a new one
   */
  public record Result(long pages, long posts, List<Moved> moved) {
  }

  public record Moved(Post post, long recorded, long now) {
  }

  private final ContentStore store;

  public Rebuild(ContentStore store) {
    this.store = store;
  }

  /** Reads to the end. Can be broken off and run again: what is there already stays as it is. */
  public Result run(Iterator<Captured> archive) {
    long pages = 0;
    long posts = 0;
    List<Moved> moved = new ArrayList<>();
    while (archive.hasNext()) {
      Captured page = archive.next();
      List<Long> ids = store.restore(page.posts(), page.ids(), page.sighting());
      for (int i = 0; i < ids.size(); i++) {
        long recorded = page.ids().get(i);
        if (recorded != 0 && recorded != ids.get(i)) {
          moved.add(new Moved(page.posts().get(i), recorded, ids.get(i)));
        }
      }
      pages++;
      posts += ids.size();
    }
    return new Result(pages, posts, moved);
  }
}
