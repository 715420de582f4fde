package io.nuthatch.simulator.platform.twitter2;

import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.platform.Links;
import io.nuthatch.simulator.platform.twitter.TweetMedia;
import java.util.Set;
import tools.jackson.core.JsonGenerator;

/** The media object of v2: key and type always, all else when asked for. */
final class MediaWriter {

  private final JsonGenerator out;
  private final Set<String> fields;
  private final Links links;

  MediaWriter(JsonGenerator out, Set<String> fields, Links links) {
    this.out = out;
    this.fields = fields;
    this.links = links;
  }

  void write(Post.Media media) {
    boolean photo = media.type() == Post.Media.Type.PHOTO;
    out.writeStartObject();
    out.writeStringProperty("media_key", TweetWriter.mediaKey(media));
    out.writeStringProperty("type", switch (media.type()) {
      case PHOTO -> "photo";
      case VIDEO -> "video";
      case ANIMATION -> "animated_gif";
    });
    number("width", media.width());
    number("height", media.height());
    String still = TweetMedia.still(media, links);
    if (photo) {
      text("url", still);
    } else {
      text("preview_image_url", still);
      if (media.type() == Post.Media.Type.VIDEO) {
        number("duration_ms", media.durationMillis());
      }
      variants(media);
    }
    out.writeEndObject();
  }

  private void variants(Post.Media media) {
    if (fields.contains("variants")) {
      out.writeArrayPropertyStart("variants");
      for (int rate : TweetMedia.BIT_RATES) {
        out.writeStartObject();
        out.writeNumberProperty("bit_rate", rate);
        out.writeStringProperty("content_type", "video/mp4");
        out.writeStringProperty("url", TweetMedia.film(media, rate, links));
        out.writeEndObject();
      }
      out.writeEndArray();
    }
  }

  private void text(String field, String value) {
    if (fields.contains(field)) {
      out.writeStringProperty(field, value);
    }
  }

  private void number(String field, int value) {
    if (fields.contains(field)) {
      out.writeNumberProperty(field, value);
    }
  }
}
