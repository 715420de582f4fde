package io.nuthatch.app.archive;

import io.nuthatch.archive.items.Item;
import io.nuthatch.archive.items.ItemReader;
import io.nuthatch.archive.items.ItemReaders;
import io.nuthatch.model.Json;
import io.nuthatch.model.JsonException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Takes items out of a platform's answer and leaves the others as they were. An object goes when it has the id of a
 * post to be removed and is more than a reference to it; so does what others hold of it within.
 */
final class ItemCut {

  private static final List<String> IDS = List.of("id_str", "id");
  /** An object with no more fields than these names a post and does not show it. */
  private static final Set<String> REFERENCE = Set.of("id", "id_str", "type");

  private final ItemReader reader;
  private final String url;

  private ItemCut(ItemReader reader, String url) {
    this.reader = reader;
    this.url = url;
  }

  /**
   * The content without the items at these places, and without what other items show of the posts.
   *
   * @return empty when the answer cannot be cut so that exactly these are missing afterwards
   */
  static Optional<byte[]> cut(String url, byte[] content, Set<Integer> ordinals, Set<String> nativeIds) {
    ItemReader reader = ItemReaders.of(url);
    if (reader == null) {
      return Optional.empty();
    }
    return new ItemCut(reader, url).cut(content, ordinals, nativeIds);
  }

  private Optional<byte[]> cut(byte[] content, Set<Integer> ordinals, Set<String> nativeIds) {
    List<Item> before = items(content);
    Set<String> going = new HashSet<>(nativeIds);
    List<String> staying = new ArrayList<>();
    before.forEach(item -> {
      if (ordinals.contains(item.ordinal())) {
        going.add(item.name().nativeId());
      }
    });
    before.stream().filter(item -> !ordinals.contains(item.ordinal())).map(item -> item.name().nativeId())
        .forEach(staying::add);
    byte[] rest;
    try {
      rest = reader.layout(url) == ItemReader.Layout.LINES ? lines(content, going) : document(content, going);
    } catch (JsonException e) {
      return Optional.empty();
    }
    List<String> left = items(rest).stream().map(item -> item.name().nativeId()).toList();
    return left.equals(staying) ? Optional.of(rest) : Optional.empty();
  }

  private List<Item> items(byte[] content) {
    List<Item> items = new ArrayList<>();
    ItemReaders.read(reader, url, new ByteArrayInputStream(content), items::add);
    return items;
  }

  /** Lines that show none of the posts stay as they are, byte by byte. */
  private static byte[] lines(byte[] content, Set<String> going) {
    ByteArrayOutputStream rest = new ByteArrayOutputStream(content.length);
    int from = 0;
    while (from < content.length) {
      int end = from;
      while (end < content.length && content[end] != '\n') {
        end++;
      }
      int next = Math.min(end + 1, content.length);
      String line = new String(content, from, end - from, StandardCharsets.UTF_8);
      if (going.stream().noneMatch(line::contains)) {
        rest.write(content, from, next - from);
      } else {
        JsonNode cut = Json.tree(line);
        if (!shows(cut, going) && !shows(cut.path("data"), going)) {
          remove(cut, going);
          rest.writeBytes((Json.write(cut) + "\r\n").getBytes(StandardCharsets.UTF_8));
        }
      }
      from = next;
    }
    return rest.toByteArray();
  }

  private static byte[] document(byte[] content, Set<String> going) {
    JsonNode document = Json.read(content, JsonNode.class);
    if (shows(document, going)) {
      return "{}".getBytes(StandardCharsets.UTF_8);
    }
    remove(document, going);
    return Json.writeBytes(document);
  }

  private static void remove(JsonNode node, Set<String> going) {
    if (node instanceof ArrayNode list) {
      for (int i = list.size() - 1; i >= 0; i--) {
        if (shows(list.get(i), going)) {
          list.remove(i);
        } else {
          remove(list.get(i), going);
        }
      }
    } else if (node instanceof ObjectNode object) {
      for (String field : List.copyOf(object.propertyNames())) {
        if (shows(object.path(field), going)) {
          object.remove(field);
        } else {
          remove(object.path(field), going);
        }
      }
    }
  }

  private static boolean shows(JsonNode node, Set<String> going) {
    return node instanceof ObjectNode object
        && IDS.stream().anyMatch(id -> going.contains(object.path(id).asString("")))
        && !REFERENCE.containsAll(object.propertyNames());
  }
}
