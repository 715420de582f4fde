package io.nuthatch.archive.items;

import io.nuthatch.archive.items.ItemReader.Layout;
import io.nuthatch.archive.items.flickr.FlickrItems;
import io.nuthatch.archive.items.twitter1.Twitter1Items;
import io.nuthatch.archive.items.twitter2.Twitter2Items;
import io.nuthatch.model.Json;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** All readers there are, and the reading of a whole body through the one that knows its URL. */
public final class ItemReaders {

  /** A further platform is one more element here. */
  public static final List<ItemReader> ALL = List.of(new Twitter1Items(), new Twitter2Items(), new FlickrItems());

  private ItemReaders() {
  }

  /**
   * What came of reading a body.
   *
   * @param items how many were found
   * @param unreadable how many lines, or documents, were not JSON; a body that breaks off counts as one more
   * @param problem what was wrong with the first of them, or null
   */
  public record Reading(long items, long unreadable, @Nullable String problem) {

    static final Reading NOTHING = new Reading(0, 0, null);
  }

  /** The reader that knows a URL, or null. */
  public static @Nullable ItemReader of(String url) {
    for (ItemReader reader : ALL) {
      if (reader.layout(url) != Layout.UNKNOWN) {
        return reader;
      }
    }
    return null;
  }

  /**
   * Hands on every item of a body, decoded as it was by the client, in its order; ordinals count through the whole
   * body. What cannot be read is passed over and told, and so is a body that breaks off: whatever was whole before is
   * found. The stream is read to its end and not closed.
   */
  public static Reading read(String url, InputStream body, Consumer<Item> found) {
    ItemReader reader = of(url);
    return reader == null ? Reading.NOTHING : read(reader, url, body, found);
  }

  /** As {@link #read(String, InputStream, Consumer)}, by a reader that is known to be the right one. */
  public static Reading read(ItemReader reader, String url, InputStream body, Consumer<Item> found) {
    if (reader.layout(url) == Layout.UNKNOWN) {
      return Reading.NOTHING;
    }
    var reading = new BodyReading(reader, url, found);
    try {
      if (reader.layout(url) == Layout.LINES) {
        Lines.split(body, reading::document);
      } else {
        byte[] bytes = body.readAllBytes();
        reading.document(bytes, 0, bytes.length);
      }
    } catch (IOException e) {
      reading.unreadable(e instanceof EOFException ? "the body breaks off" : "the body breaks off: " + e.getMessage());
    }
    return reading.result();
  }

  private static final class BodyReading {

    private final ItemReader reader;
    private final String url;
    private final Consumer<Item> found;
    private int items;
    private long unreadable;
    private @Nullable String problem;

    BodyReading(ItemReader reader, String url, Consumer<Item> found) {
      this.reader = reader;
      this.url = url;
      this.found = found;
    }

    void document(byte[] bytes, int offset, int length) {
      JsonNode document;
      try {
        document = Json.MAPPER.readTree(bytes, offset, length);
      } catch (JacksonException e) {
        unreadable(e.getOriginalMessage());
        return;
      }
      for (Item item : reader.items(url, document)) {
        found.accept(item.ordinal() == items ? item : item.at(items));
        items++;
      }
    }

    void unreadable(String why) {
      unreadable++;
      if (problem == null) {
        problem = why;
      }
    }

    Reading result() {
      return new Reading(items, unreadable, problem);
    }
  }
}
