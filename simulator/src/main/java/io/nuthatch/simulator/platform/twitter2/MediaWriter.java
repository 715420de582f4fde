package io.nuthatch.simulator.platform.twitter2;

import io.nuthatch.simulator.people.Post;
import java.util.Set;
import tools.jackson.core.JsonGenerator;

/** The media object of v2: key and type always, all else when asked for. */
final class MediaWriter {

  private final JsonGenerator out;
  private final Set<String> fields;

  MediaWriter(JsonGenerator out, Set<String> fields) {
    this.out = out;
    this.fields = fields;
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
    String still = "https://pbs.twimg.com/" + (photo ? "media/" : "ext_tw_video_thumb/") + media.id() + ".jpg";
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
      for (int rate : new int[]{632_000, 2_176_000}) {
        out.writeStartObject();
        out.writeNumberProperty("bit_rate", rate);
        out.writeStringProperty("content_type", "video/mp4");
        out.writeStringProperty("url",
            "https://video.twimg.com/ext_tw_video/" + media.id() + "/pu/vid/" + rate + ".mp4");
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
