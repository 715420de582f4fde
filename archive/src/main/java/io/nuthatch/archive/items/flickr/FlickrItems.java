package io.nuthatch.archive.items.flickr;

import io.nuthatch.archive.items.Item;
import io.nuthatch.archive.items.ItemReader;
import io.nuthatch.archive.items.Lenient;
import io.nuthatch.archive.items.Target;
import io.nuthatch.model.AccountName;
import io.nuthatch.model.Post;
import io.nuthatch.model.PostName;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Photos as {@code flickr.photos.getInfo} tells them, which are posts, and their sizes as {@code photos.getSizes} does,
 * which are not. Lists of photos are not items: each is asked for by itself.
 */
public final class FlickrItems implements ItemReader {

  public static final String PHOTO = "flickr_photo";
  public static final String SIZES = "flickr_sizes";
  static final String PLATFORM = "flickr";
  private static final String INFO_METHOD = "flickr.photos.getInfo";
  private static final String SIZES_METHOD = "flickr.photos.getSizes";

  @Override
  public String platform() {
    return PLATFORM;
  }

  @Override
  public Layout layout(String url) {
    return url.contains("/rest") && method(Target.of(url)) != null ? Layout.DOCUMENT : Layout.UNKNOWN;
  }

  private static @Nullable String method(Target target) {
    String method = target.path().endsWith("/rest") || target.path().endsWith("/rest/")
        ? target.parameter("method")
        : null;
    return INFO_METHOD.equals(method) || SIZES_METHOD.equals(method) ? method : null;
  }

  @Override
  public List<Item> items(String url, JsonNode document) {
    Target target = Target.of(url);
    String method = method(target);
    if (method == null || !"ok".equals(Lenient.text(document, "stat"))) {
      return List.of();
    }
    return method.equals(INFO_METHOD) ? photo(document.path("photo")) : sizes(target, document.path("sizes"));
  }

  private static List<Item> photo(JsonNode photo) {
    String id = Lenient.id(photo, "id", "id");
    if (id == null) {
      return List.of();
    }
    String owner = Lenient.text(photo.path("owner"), "nsid");
    return List.of(new Item(PHOTO, new PostName(PLATFORM, id), posted(photo),
        owner == null ? null : new AccountName(PLATFORM, owner), photo, 0));
  }

  /** The answer does not say whose sizes they are; the question does. */
  private static List<Item> sizes(Target target, JsonNode sizes) {
    String id = target.parameter("photo_id");
    return id == null || id.isEmpty() || !sizes.isObject()
        ? List.of()
        : List.of(new Item(SIZES, new PostName(PLATFORM, id), null, null, sizes, 0));
  }

  static @Nullable Instant posted(JsonNode photo) {
    long seconds = Lenient.number(photo.path("dates"), "posted", Lenient.number(photo, "dateuploaded", -1));
    return seconds < 0 || seconds > Instant.MAX.getEpochSecond() ? null : Instant.ofEpochSecond(seconds);
  }

  @Override
  public List<Post> posts(Item item) {
    return item.type().equals(PHOTO) ? FlickrPosts.of(item.json()) : List.of();
  }
}
