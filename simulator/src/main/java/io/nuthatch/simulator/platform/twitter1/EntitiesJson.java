package io.nuthatch.simulator.platform.twitter1;

import io.nuthatch.simulator.people.Entity;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.platform.Links;
import io.nuthatch.simulator.platform.twitter.TweetMedia;
import io.nuthatch.simulator.platform.twitter.TweetText;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;

/** Hashtags, mentions, links and media of a tweet, with their places in its text. */
final class EntitiesJson {

  private final JsonGenerator out;
  private final Links links;

  EntitiesJson(JsonGenerator out, Links links) {
    this.out = out;
    this.links = links;
  }

  /** Where the link to a tweet's media leads. */
  static String mediaTarget(Post post, String author) {
    boolean photo = !post.body().media().isEmpty() && post.body().media().getFirst().type() == Post.Media.Type.PHOTO;
    return "https://twitter.com/" + author + "/status/" + post.id() + (photo ? "/photo/1" : "/video/1");
  }

  void entities(TweetText text, Post post, String author) {
    out.writeObjectPropertyStart("entities");
    array("hashtags", text.entities(), Entity.Hashtag.class, tag -> out.writeStringProperty("text", tag.tag()));
    out.writeArrayPropertyStart("symbols");
    out.writeEndArray();
    array("user_mentions", text.entities(), Entity.Mention.class, this::mention);
    array("urls", text.entities(), Entity.Link.class, this::link);
    List<Post.Media> media = post.body().media();
    if (!text.mediaLink().isEmpty()) {
      media(media.subList(0, 1), text, post, author);
    }
    out.writeEndObject();
  }

  void extendedEntities(TweetText text, Post post, String author) {
    if (!text.mediaLink().isEmpty()) {
      out.writeObjectPropertyStart("extended_entities");
      media(post.body().media(), text, post, author);
      out.writeEndObject();
    }
  }

  private <E extends Entity> void array(String name, List<Entity> entities, Class<E> type, Consumer<E> fields) {
    out.writeArrayPropertyStart(name);
    for (Entity entity : entities) {
      if (type.isInstance(entity)) {
        out.writeStartObject();
        fields.accept(type.cast(entity));
        indices(entity.start(), entity.end());
        out.writeEndObject();
      }
    }
    out.writeEndArray();
  }

  private void mention(Entity.Mention mention) {
    out.writeStringProperty("screen_name", mention.screenName());
    out.writeStringProperty("name", mention.name());
    out.writeNumberProperty("id", mention.accountId());
    out.writeStringProperty("id_str", Long.toString(mention.accountId()));
  }

  private void link(Entity.Link link) {
    out.writeStringProperty("url", links.shortened(link.code(), link.target()));
    out.writeStringProperty("expanded_url", links.address(link.target()));
    out.writeStringProperty("display_url", TweetText.display(link.target()));
  }

  private void media(List<Post.Media> media, TweetText text, Post post, String author) {
    int end = TweetText.length(text.text());
    out.writeArrayPropertyStart("media");
    for (Post.Media item : media) {
      boolean photo = item.type() == Post.Media.Type.PHOTO;
      String address = TweetMedia.still(item, links);
      out.writeStartObject();
      out.writeNumberProperty("id", item.id());
      out.writeStringProperty("id_str", Long.toString(item.id()));
      indices(end - text.mediaLink().length(), end);
      out.writeStringProperty("media_url", address.replaceFirst("^https:", "http:"));
      out.writeStringProperty("media_url_https", address);
      out.writeStringProperty("url", text.mediaLink());
      out.writeStringProperty("display_url", "pic.twitter.com/" + post.body().mediaCode());
      out.writeStringProperty("expanded_url", links.address(mediaTarget(post, author)));
      out.writeStringProperty("type", switch (item.type()) {
        case PHOTO -> "photo";
        case VIDEO -> "video";
        case ANIMATION -> "animated_gif";
      });
      sizes(item);
      if (!photo) {
        video(item);
      }
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private void sizes(Post.Media item) {
    out.writeObjectPropertyStart("sizes");
    size("thumb", 150, 150, "crop");
    size("small", item.width() * 680 / 1200, item.height() * 680 / 1200, "fit");
    size("medium", item.width(), item.height(), "fit");
    size("large", item.width(), item.height(), "fit");
    out.writeEndObject();
  }

  private void size(String name, int width, int height, String resize) {
    out.writeObjectPropertyStart(name);
    out.writeNumberProperty("w", width);
    out.writeNumberProperty("h", height);
    out.writeStringProperty("resize", resize);
    out.writeEndObject();
  }

  private void video(Post.Media item) {
    out.writeObjectPropertyStart("video_info");
    out.writeArrayPropertyStart("aspect_ratio");
    out.writeNumber(16);
    out.writeNumber(9);
    out.writeEndArray();
    if (item.type() == Post.Media.Type.VIDEO) {
      out.writeNumberProperty("duration_millis", item.durationMillis());
    }
    out.writeArrayPropertyStart("variants");
    for (int bitrate : TweetMedia.BIT_RATES) {
      out.writeStartObject();
      out.writeNumberProperty("bitrate", bitrate);
      out.writeStringProperty("content_type", "video/mp4");
      out.writeStringProperty("url", TweetMedia.film(item, bitrate, links));
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeEndObject();
  }

  void indices(int start, int end) {
    out.writeArrayPropertyStart("indices");
    out.writeNumber(start);
    out.writeNumber(end);
    out.writeEndArray();
  }
}
