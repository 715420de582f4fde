package io.nuthatch.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a post says: its whole text, its language as the platform tells it, its tags without {@code #}. */
public record Wording(String text, @Nullable String language, List<String> tags) {

  public Wording {
    tags = List.copyOf(tags);
  }
}
