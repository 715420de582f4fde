package io.nuthatch.archive.items;

import io.nuthatch.model.AccountName;
import io.nuthatch.model.PostName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One item of a platform's answer, such as a tweet or a photo, with the JSON it is made of: as captured, except that
 * what an answer keeps beside its items (expansions) is put back into them.
 *
 * @param type what it is in the words of its platform: {@code tweet}, {@code flickr_photo}, {@code flickr_sizes}
 * @param ordinal its place in the answer, from 0
 */
public record Item(String type, PostName name, @Nullable Instant date, @Nullable AccountName account, JsonNode json,
    int ordinal) {

  /** The same item at another place of its answer. */
  public Item at(int place) {
    return new Item(type, name, date, account, json, place);
  }
}
