package io.nuthatch.simulator.platform.flickr;

import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.platform.Links;

/** The sizes in which a photo is offered, with their names in addresses and in {@code extras}. */
enum Size {
  SQUARE("Square", "_s", "sq", 75),
  LARGE_SQUARE("Large Square", "_q", "q", 150),
  THUMBNAIL("Thumbnail", "_t", "t", 100),
  SMALL("Small", "_m", "s", 240),
  SMALL_320("Small 320", "_n", "n", 320),
  MEDIUM("Medium", "", "m", 500),
  MEDIUM_640("Medium 640", "_z", "z", 640),
  MEDIUM_800("Medium 800", "_c", "c", 800),
  LARGE("Large", "_b", "l", 1_024),
  ORIGINAL("Original", "_o", "o", Integer.MAX_VALUE);

  static final String SERVER = "65535";

  private final String label;
  private final String suffix;
  private final String key;
  private final int longest;

  Size(String label, String suffix, String key, int longest) {
    this.label = label;
    this.suffix = suffix;
    this.key = key;
    this.longest = longest;
  }

  String label() {
    return label;
  }

  String key() {
    return key;
  }

  int width(Photo photo) {
    return scaled(photo.picture(), photo.picture().width());
  }

  int height(Photo photo) {
    return scaled(photo.picture(), photo.picture().height());
  }

  /** Where the file is. */
  String source(Photo photo, Links web) {
    String secret = this == ORIGINAL ? photo.originalSecret() : photo.secret();
    return web.address("https://live.staticflickr.com/" + SERVER + "/" + photo.id() + "_" + secret + suffix + ".jpg?w="
        + width(photo) + "&h=" + height(photo));
  }

  private int scaled(Post.Media picture, int side) {
    if (this == SQUARE || this == LARGE_SQUARE) {
      return longest;
    }
    int longer = Math.max(picture.width(), picture.height());
    return longer <= longest ? side : side * longest / longer;
  }
}
