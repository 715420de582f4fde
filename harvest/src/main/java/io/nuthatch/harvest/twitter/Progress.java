package io.nuthatch.harvest.twitter;

import io.nuthatch.harvest.Session.Page;

/** What a walk tells of a page that has been called: the positions of {@link io.nuthatch.harvest.Session#covered}. */
@FunctionalInterface
public interface Progress {

  /** For walks that close no interval, such as those after a stream. */
  Progress NONE = (page, newest, oldest) -> {
  };

  void covered(Page page, String newest, String oldest);
}
