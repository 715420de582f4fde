package io.nuthatch.harvest.engine;

import io.nuthatch.archive.items.Item;
import io.nuthatch.database.Transaction;
import io.nuthatch.model.Json;
import io.nuthatch.model.message.HarvestStart;
import io.nuthatch.model.message.RoutingKeys;
import io.nuthatch.model.message.SeedReference;
import io.nuthatch.queue.Message;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/**
 * URLs found in a harvest's posts, each asked for once: as messages that start harvests of the web. Which are wanted is
 * the collection's choice. Not for several threads at a time.
 */
final class Links {

  private static final int MOST_IN_A_MESSAGE = 500;
  private static final int LONGEST_URL = 4000;

  private final Order order;
  private final Map<String, JsonNode> options;
  private final boolean faces;
  private Set<String> found = new LinkedHashSet<>();

  Links(Order order) {
    this.order = order;
    options = order.options();
    faces = order.isSet("user_images");
  }

  void look(Item item) {
    order.adapter().resources(item, options).forEach(this::add);
    if (faces) {
      order.adapter().items().portraits(item).forEach(this::add);
    }
  }

  private void add(String url) {
    if (url.length() <= LONGEST_URL && (url.startsWith("http://") || url.startsWith("https://"))) {
      found.add(url);
    }
  }

  /** Writes down what was found; what is known already is not asked for again. */
  void store(Transaction transaction) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (String url : found) {
      rows.add(new @Nullable Object[]{order.message().id(), digest(url), url});
    }
    if (!rows.isEmpty()) {
      transaction.batch(
          "INSERT INTO run_links (run, digest, url) VALUES (?, ?, ?) ON CONFLICT (run, digest) DO NOTHING",
          rows);
    }
  }

  void stored() {
    found = new LinkedHashSet<>();
  }

  private static String digest(String url) {
    return UUID.nameUUIDFromBytes(url.getBytes(StandardCharsets.UTF_8)).toString();
  }

  /** Messages for all that was found and not asked for yet. */
  List<Message> messages(Transaction transaction) {
    List<String> urls = transaction.list("SELECT url FROM run_links WHERE run = ? AND url IS NOT NULL ORDER BY url",
        row -> row.text("url"), order.message().id());
    List<Message> messages = new ArrayList<>();
    for (int from = 0; from < urls.size(); from += MOST_IN_A_MESSAGE) {
      messages.add(message(urls.subList(from, Math.min(urls.size(), from + MOST_IN_A_MESSAGE))));
    }
    if (!urls.isEmpty()) {
      transaction.update("UPDATE run_links SET url = NULL WHERE run = ? AND url IS NOT NULL", order.message().id());
    }
    return messages;
  }

  private Message message(List<String> urls) {
    HarvestStart parent = order.message();
    List<SeedReference> seeds = urls.stream().map(url -> new SeedReference(id(), StringNode.valueOf(url), null))
        .toList();
    HarvestStart start = new HarvestStart(id(), parent.id(), "web", parent.path(), seeds, Map.of(), Map.of(),
        parent.collectionSet(), parent.collection());
    return Message.of(RoutingKeys.WEB_START, Json.write(start));
  }

  private static String id() {
    return UUID.randomUUID().toString().replace("-", "");
  }
}
