package io.nuthatch.archive.items.twitter2;

import io.nuthatch.archive.items.Lenient;
import io.nuthatch.model.Json;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What an answer keeps beside its tweets, and the putting back of it: author and answered user, mentions, media, poll,
 * place, and the tweets referred to, themselves made whole. The answer itself stays as it is. What is not there leaves
 * no trace.
 */
final class Expansions {

  /*
   * The names of the merged fields are those of twarc (author, in_reply_to_user, attachments.media, attachments.poll,
   * the place within geo), since that is what programs that read such exports expect.
   *
   * Copies are shallow: users and media are shared between the tweets that name them. A tweet that is met again while
   * it is being made whole is taken as it came, so that two that refer to each other come to an end.
   */

  private final Map<String, ObjectNode> users;
  private final Map<String, ObjectNode> usersByName;
  private final Map<String, ObjectNode> media;
  private final Map<String, ObjectNode> polls;
  private final Map<String, ObjectNode> places;
  private final Map<String, ObjectNode> tweets;
  private final Map<String, ObjectNode> whole = new HashMap<>();

  Expansions(JsonNode includes) {
    users = by(includes.path("users"), "id");
    usersByName = by(includes.path("users"), "username");
    media = by(includes.path("media"), "media_key");
    polls = by(includes.path("polls"), "id");
    places = by(includes.path("places"), "id");
    tweets = by(includes.path("tweets"), "id");
  }

  private static Map<String, ObjectNode> by(JsonNode list, String field) {
    if (!list.isArray() || list.isEmpty()) {
      return Map.of();
    }
    Map<String, ObjectNode> found = HashMap.newHashMap(list.size());
    for (JsonNode element : list) {
      String key = Lenient.text(element, field);
      if (key != null && element instanceof ObjectNode object) {
        found.putIfAbsent(key, object);
      }
    }
    return found;
  }

  /** A tweet with everything that belongs to it. */
  ObjectNode merge(ObjectNode tweet) {
    ObjectNode result = copy(tweet);
    put(result, "author", users, Lenient.text(tweet, "author_id"));
    put(result, "in_reply_to_user", users, Lenient.text(tweet, "in_reply_to_user_id"));
    if (tweet.get("attachments") instanceof ObjectNode attachments) {
      result.set("attachments", attachments(attachments));
    }
    if (tweet.get("geo") instanceof ObjectNode geo) {
      result.set("geo", joined(geo, find(places, Lenient.text(geo, "place_id"))));
    }
    if (tweet.get("entities") instanceof ObjectNode entities
        && entities.get("mentions") instanceof ArrayNode mentions) {
      ObjectNode expanded = copy(entities);
      expanded.set("mentions", each(mentions, mention -> find(usersByName, Lenient.text(mention, "username"))));
      result.set("entities", expanded);
    }
    if (tweet.get("referenced_tweets") instanceof ArrayNode references) {
      result.set("referenced_tweets", each(references, reference -> referenced(Lenient.text(reference, "id"))));
    }
    return result;
  }

  private @Nullable ObjectNode referenced(@Nullable String id) {
    ObjectNode known = find(whole, id);
    ObjectNode tweet = find(tweets, id);
    if (known != null || tweet == null || id == null) {
      return known;
    }
    whole.put(id, tweet);
    ObjectNode merged = merge(tweet);
    whole.put(id, merged);
    return merged;
  }

  private ObjectNode attachments(ObjectNode attachments) {
    ObjectNode result = copy(attachments);
    if (attachments.get("media_keys") instanceof ArrayNode keys) {
      ArrayNode found = Json.MAPPER.createArrayNode();
      for (JsonNode key : keys) {
        ObjectNode item = find(media, key.isString() ? key.stringValue() : null);
        if (item != null) {
          found.add(item);
        }
      }
      if (!found.isEmpty()) {
        result.set("media", found);
      }
    }
    JsonNode poll = attachments.path("poll_ids").path(0);
    put(result, "poll", polls, poll.isString() ? poll.stringValue() : null);
    return result;
  }

  private interface Lookup {

    @Nullable
    ObjectNode find(JsonNode element);
  }

  private static ArrayNode each(ArrayNode list, Lookup lookup) {
    ArrayNode result = Json.MAPPER.createArrayNode();
    for (JsonNode element : list) {
      result.add(element instanceof ObjectNode object ? joined(object, lookup.find(element)) : element);
    }
    return result;
  }

  private static void put(ObjectNode target, String field, Map<String, ObjectNode> known, @Nullable String key) {
    ObjectNode found = find(known, key);
    if (found != null) {
      target.set(field, found);
    }
  }

  private static @Nullable ObjectNode find(Map<String, ObjectNode> known, @Nullable String key) {
    return key == null ? null : known.get(key);
  }

  private static ObjectNode joined(ObjectNode first, @Nullable ObjectNode second) {
    if (second == null) {
      return first;
    }
    ObjectNode result = copy(first);
    result.setAll(second);
    return result;
  }

  private static ObjectNode copy(ObjectNode object) {
    ObjectNode result = Json.object();
    result.setAll(object);
    return result;
  }
}
