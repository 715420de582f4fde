package io.nuthatch.archive.items.flickr;

import static io.nuthatch.model.Counters.UNKNOWN;

import io.nuthatch.archive.items.Lenient;
import io.nuthatch.model.AccountName;
import io.nuthatch.model.Attachments;
import io.nuthatch.model.Author;
import io.nuthatch.model.Counters;
import io.nuthatch.model.Media;
import io.nuthatch.model.Post;
import io.nuthatch.model.PostName;
import io.nuthatch.model.Relations;
import io.nuthatch.model.Wording;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Posts made of photos: title and description are the text, the largest image whose address can be told is the media. */
final class FlickrPosts {

  private static final String IMAGES = "https://live.staticflickr.com/";
  private static final Pattern LINK = Pattern.compile("href=\"(https?://[^\"]+)\"");

  private FlickrPosts() {
  }

  static List<Post> of(JsonNode photo) {
    String id = Lenient.id(photo, "id", "id");
    JsonNode owner = photo.path("owner");
    String account = Lenient.text(owner, "nsid");
    Instant posted = FlickrItems.posted(photo);
    if (id == null || account == null || posted == null) {
      return List.of();
    }
    String title = content(photo.path("title"));
    String description = content(photo.path("description"));
    String text = title.isEmpty() || description.isEmpty() ? title + description : title + "\n\n" + description;
    return List.of(new Post(new PostName(FlickrItems.PLATFORM, id),
        new Author(new AccountName(FlickrItems.PLATFORM, account), Lenient.text(owner, "username"),
            Lenient.text(owner, "realname")),
        posted, new Wording(text, null, tags(photo)), Relations.NONE,
        new Attachments(links(description), media(photo, id)),
        new Counters(Lenient.number(photo, "count_faves", UNKNOWN), UNKNOWN,
            Lenient.number(photo.path("comments"), "_content", UNKNOWN), UNKNOWN,
            Lenient.number(photo, "views", UNKNOWN), UNKNOWN)));
  }

  /** Flickr wraps texts; some answers do not. */
  private static String content(JsonNode node) {
    return node.isString() ? node.stringValue() : Objects.requireNonNullElse(Lenient.text(node, "_content"), "");
  }

  private static List<String> tags(JsonNode photo) {
    List<String> tags = new ArrayList<>();
    for (JsonNode tag : photo.path("tags").path("tag")) {
      String raw = Lenient.text(tag, "raw");
      String word = raw == null ? Lenient.text(tag, "_content") : raw;
      if (word != null) {
        tags.add(word);
      }
    }
    return tags;
  }

  private static List<String> links(String description) {
    List<String> links = new ArrayList<>();
    Matcher matcher = LINK.matcher(description);
    while (matcher.find()) {
      links.add(matcher.group(1).replace("&amp;", "&"));
    }
    return links;
  }

  /**
   * Addresses are made of a photo's server and secrets; the original has a secret of its own, which not all may see. Of
   * a film, only its still has such an address.
   */
  private static List<Media> media(JsonNode photo, String id) {
    String server = text(photo, "server");
    String secret = Lenient.text(photo, "secret");
    if (server == null || secret == null) {
      return List.of();
    }
    boolean film = "video".equals(Lenient.text(photo, "media"));
    String original = film ? null : Lenient.text(photo, "originalsecret");
    String url = IMAGES + server + "/" + id + "_" + (original == null
        ? secret + "_b.jpg"
        : original + "_o." + Objects.requireNonNullElse(Lenient.text(photo, "originalformat"), "jpg"));
    return List.of(new Media(Media.Kind.IMAGE, url, null));
  }

  private static @Nullable String text(JsonNode photo, String field) {
    JsonNode value = photo.path(field);
    return value.isNumber() ? value.asString() : Lenient.text(photo, field);
  }
}
