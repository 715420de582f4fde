package io.nuthatch.harvest.catalog;

import io.nuthatch.model.Json;
import io.nuthatch.model.JsonException;
import io.nuthatch.model.message.SeedReference;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/**
 * One account, search, tag or feed of a collection.
 *
 * @param token what people call it; a JSON object as text where a type of harvest needs more than a word
 * @param uid the platform's lasting id for it, if known
 */
public record Seed(String id, String collectionId, @Nullable String token, @Nullable String uid, boolean active,
    Instant createdAt) {

  /** As messages carry it, an object where the token is one. */
  public SeedReference reference() {
    return new SeedReference(id, token == null ? null : token(token), uid);
  }

  /** A token as text made into what messages carry. */
  static JsonNode token(String text) {
    if (text.startsWith("{")) {
      try {
        JsonNode tree = Json.tree(text);
        if (tree.isObject()) {
          return tree;
        }
      } catch (JsonException e) {
        return StringNode.valueOf(text);
      }
    }
    return StringNode.valueOf(text);
  }

  /** For people: the token, or the uid. */
  public String shown() {
    return token != null ? token : String.valueOf(uid);
  }

  Seed with(@Nullable String otherToken, @Nullable String otherUid) {
    return new Seed(id, collectionId, otherToken, otherUid, active, createdAt);
  }

  Seed with(boolean nowActive) {
    return new Seed(id, collectionId, token, uid, nowActive, createdAt);
  }

  Map<String, @Nullable String> fields() {
    Map<String, @Nullable String> fields = new LinkedHashMap<>();
    fields.put("token", token);
    fields.put("uid", uid);
    fields.put("is_active", Boolean.toString(active));
    return fields;
  }
}
