package io.nuthatch.feed.content;

import io.nuthatch.model.Attachments;
import io.nuthatch.model.Json;
import io.nuthatch.model.Media;
import io.nuthatch.model.PostName;
import io.nuthatch.model.Relations;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What belongs to a post beside its text, written as one small JSON object without what is absent; docs/formats/content.md
 * lists its fields.
 */
record Details(@Nullable String language, List<String> tags, Relations relations, Attachments attachments,
    @Nullable JsonNode data) {

  static final Details NONE = new Details(null, List.of(), Relations.NONE, Attachments.NONE, null);

  /** Null when there is nothing to be said. */
  @Nullable
  String write() {
    ObjectNode json = Json.object();
    if (language != null) {
      json.put("lang", Clean.text(language));
    }
    texts(json, "tags", tags);
    name(json, "repost", relations.repostOf());
    name(json, "quote", relations.quoteOf());
    name(json, "reply", relations.replyTo());
    texts(json, "links", attachments.links());
    if (!attachments.media().isEmpty()) {
      ArrayNode list = json.putArray("media");
      for (Media media : attachments.media()) {
        ArrayNode one = list.addArray().add(media.kind().name().toLowerCase(Locale.ROOT)).add(Clean.text(media.url()));
        if (media.description() != null) {
          one.add(Clean.text(media.description()));
        }
      }
    }
    if (data != null) {
      json.set("data", data);
    }
    return json.isEmpty() ? null : Clean.text(Json.write(json));
  }

  static Details read(@Nullable String written) {
    if (written == null) {
      return NONE;
    }
    JsonNode json = Json.tree(written);
    Relations relations = new Relations(name(json.get("repost")), name(json.get("quote")), name(json.get("reply")));
    List<Media> media = new ArrayList<>();
    for (JsonNode one : json.path("media")) {
      media.add(new Media(Media.Kind.valueOf(one.get(0).asString().toUpperCase(Locale.ROOT)), one.get(1).asString(),
          one.has(2) ? one.get(2).asString() : null));
    }
    return new Details(json.has("lang") ? json.get("lang").asString() : null, texts(json.path("tags")), relations,
        new Attachments(texts(json.path("links")), media), json.get("data"));
  }

  private static void texts(ObjectNode json, String field, List<String> texts) {
    if (!texts.isEmpty()) {
      ArrayNode list = json.putArray(field);
      texts.forEach(text -> list.add(Clean.text(text)));
    }
  }

  private static void name(ObjectNode json, String field, @Nullable PostName name) {
    if (name != null) {
      json.put(field, Clean.text(name.toString()));
    }
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>(list.size());
    list.forEach(text -> texts.add(text.asString()));
    return texts;
  }

  private static @Nullable PostName name(@Nullable JsonNode written) {
    if (written == null) {
      return null;
    }
    String name = written.asString();
    int colon = name.indexOf(':');
    return new PostName(name.substring(0, colon), name.substring(colon + 1));
  }
}
