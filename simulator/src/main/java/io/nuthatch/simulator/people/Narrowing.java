package io.nuthatch.simulator.people;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known beforehand of the posts a search can find, so that others need not be written to be passed over. Absent
 * means nothing is known.
 *
 * @param words every post found holds at least one of these as a word or a hashtag
 * @param authors every post found is by one of these accounts
 */
public record Narrowing(@Nullable Set<String> words, @Nullable Set<Long> authors) {

  public static final Narrowing NOTHING = new Narrowing(null, null);
}
