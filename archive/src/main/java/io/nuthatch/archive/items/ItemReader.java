package io.nuthatch.archive.items;

import io.nuthatch.model.Post;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Finds the items of one platform in its answers. Tells by the URL whether it knows an answer, takes anything that may
 * stand there, and finds nothing in what is not an item: an error, a notice, a keep-alive. Keeps no state.
 */
public interface ItemReader {

  /** How the body of an answer is laid out. */
  enum Layout {
    /** One JSON document. */
    DOCUMENT,
    /** A JSON document a line, blank lines between. */
    LINES,
    /** Not for this reader. */
    UNKNOWN
  }

  /** The platform whose posts these are: {@code twitter}, {@code flickr}. */
  String platform();

  Layout layout(String url);

  /** The items in an answer, or in one line of it. Ordinals count from 0 in each document. */
  List<Item> items(String url, JsonNode document);

  /** The post that an item is, first, and the posts that it holds within; none for an item that is not a post. */
  List<Post> posts(Item item);

  /** Where the pictures are by which the item's authors show themselves. */
  default List<String> portraits(Item item) {
    return List.of();
  }
}
