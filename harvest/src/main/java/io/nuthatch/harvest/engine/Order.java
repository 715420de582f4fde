package io.nuthatch.harvest.engine;

import io.nuthatch.archive.Archive;
import io.nuthatch.harvest.HarvestType;
import io.nuthatch.harvest.PlatformAdapter;
import io.nuthatch.model.message.HarvestStart;
import io.nuthatch.model.message.Reference;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A start message that makes sense: what is to be harvested, how, and for whom. */
record Order(HarvestStart message, String startKey, Repertoire.Piece piece) {

  private static final String INCREMENTAL = "incremental";

  PlatformAdapter adapter() {
    return piece.adapter();
  }

  HarvestType type() {
    return piece.type();
  }

  /** The collection's id; without one the harvest stands for itself. */
  String collection() {
    return message.collection() == null ? message.id() : message.collection().id();
  }

  String collectionSet() {
    return Objects.requireNonNullElse(message.collectionSet(), new Reference("none")).id();
  }

  /** Where the collection's files are. */
  Path directory(Archive archive) {
    return message.path() == null ? archive.collection(collectionSet(), collection()) : archive.resolve(message.path());
  }

  /** What was chosen, and the standard where nothing was. */
  Map<String, JsonNode> options() {
    Map<String, JsonNode> options = new LinkedHashMap<>();
    type().options().forEach(option -> options.put(option.name(), option.standard()));
    options.putAll(message.options());
    return options;
  }

  boolean isSet(String option) {
    JsonNode value = options().get(option);
    return value != null && (value.isString() ? Boolean.parseBoolean(value.asString()) : value.asBoolean(false));
  }

  boolean isIncremental() {
    @Nullable
    JsonNode chosen = options().get(INCREMENTAL);
    return chosen == null || chosen.isNull() || isSet(INCREMENTAL);
  }

  /** Whose marks and gaps count: a harvest that is not incremental knows only its own. */
  String scope() {
    return isIncremental() && message.collection() != null ? collection() : "harvest:" + message.id();
  }
}
