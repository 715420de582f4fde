package io.nuthatch.simulator.platform.bluesky;

import io.nuthatch.model.Json;
import io.nuthatch.model.JsonException;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldEvent;
import io.nuthatch.simulator.platform.Links;
import io.nuthatch.simulator.platform.LiveSocket;
import io.nuthatch.simulator.platform.Parameters;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code /subscribe} of Jetstream in its first version: commits as JSON, from a cursor on that is included. Tells of no
 * identities and accounts, of which the world has no events, and never compresses.
 */
final class Jetstream implements LiveSocket.Voice {

  private static final Duration LOOKBACK = Duration.ofHours(36);
  private static final long FIRST_TIME = 1_000_000_000_000_000L;
  private static final int MOST_COLLECTIONS = 100;
  private static final int MOST_DIDS = 10_000;

  /** What one client wants to hear. */
  private record Wish(List<String> collections, Set<String> dids, long longest) {

    Wish {
      if (collections.size() > MOST_COLLECTIONS || dids.size() > MOST_DIDS) {
        throw new LiveSocket.Unwanted("too many wanted collections or DIDs");
      }
    }

    boolean covers(String collection, String did) {
      return (dids.isEmpty() || dids.contains(did)) && (collections.isEmpty() || collections.stream()
          .anyMatch(wanted -> wanted.endsWith(".*")
              ? collection.startsWith(wanted.substring(0, wanted.length() - 1))
              : wanted.equals(collection)));
    }
  }

  private final World world;
  private final Links links;
  private final Optional<Long> cursor;
  private volatile boolean greeted;
  private volatile Wish wish;

  Jetstream(World world, Parameters parameters, Links links) {
    this.world = world;
    this.links = links;
    Optional<String> given = parameters.text("cursor");
    cursor = parameters.number("cursor");
    if (given.isPresent() && cursor.isEmpty()) {
      throw new LiveSocket.Unwanted("cursor is not a number: " + given.get());
    }
    wish = new Wish(values(parameters, "wantedCollections"), Set.copyOf(values(parameters, "wantedDids")),
        parameters.number("maxMessageSizeBytes").orElse(0L));
    greeted = !parameters.flag("requireHello", false);
  }

  /** What is too long ago begins as far back as there is anything; what is still to come begins now. */
  @Override
  public Instant since(Instant now) {
    return cursor.map(value -> value >= FIRST_TIME ? value : value + FIRST_TIME)
        .map(micros -> Instant.EPOCH.plus(micros, ChronoUnit.MICROS))
        .map(since -> since.isBefore(now.minus(LOOKBACK)) ? now.minus(LOOKBACK) : since)
        .filter(since -> since.isBefore(now))
        .orElse(now);
  }

  @Override
  public Optional<String> event(WorldEvent event) {
    Post post = event.post();
    String did = Names.did(post.authorId());
    String collection = Names.collection(post);
    if (!greeted || !wish.covers(collection, did)) {
      return Optional.empty();
    }
    return commit(event).map(commit -> {
      long micros = ChronoUnit.MICROS.between(Instant.EPOCH, event.at());
      ObjectNode message = Json.object().put("did", did).put("time_us", micros).put("kind", "commit");
      message.set("commit", commit);
      return Json.write(message.put("cursor", micros - FIRST_TIME));
    }).filter(message -> wish.longest <= 0 || message.getBytes(StandardCharsets.UTF_8).length <= wish.longest);
  }

  /** A client may change its mind while it listens. */
  @Override
  public void heard(String message) {
    try {
      JsonNode update = Json.tree(message);
      if (update.path("type").asString("").equals("options_update")) {
        JsonNode payload = update.path("payload");
        wish = new Wish(texts(payload.path("wantedCollections")), Set.copyOf(texts(payload.path("wantedDids"))),
            payload.path("maxMessageSizeBytes").asLong(0));
        greeted = true;
      }
    } catch (JsonException | LiveSocket.Unwanted e) {
      // Jetstream ignores what it cannot read.
      return;
    }
  }

  /** An edit is an update; the deletion of a post with several versions is one deletion. */
  private Optional<ObjectNode> commit(WorldEvent event) {
    Post post = event.post();
    boolean first = post.id() == post.origin();
    ObjectNode commit = Json.object().put("rev", Names.recordKey(post.id(), post.authorId()));
    return switch (event) {
      case WorldEvent.Posted posted -> {
        Records records = new Records(world.at(event.at()), links);
        commit.put("operation", first ? "create" : "update")
            .put("collection", Names.collection(post))
            .put("rkey", Names.recordKey(post));
        commit.set("record", records.record(post));
        yield Optional.of(commit.put("cid", records.cid(post)));
      }
      case WorldEvent.Deleted deleted -> first
          ? Optional.of(commit.put("operation", "delete")
              .put("collection", Names.collection(post))
              .put("rkey", Names.recordKey(post)))
          : Optional.empty();
    };
  }

  private static List<String> values(Parameters parameters, String name) {
    return parameters.pairs().stream().filter(pair -> pair.getKey().equals(name)).map(Map.Entry::getValue).toList();
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(element -> texts.add(element.asString("")));
    return texts;
  }
}
