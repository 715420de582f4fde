package io.nuthatch.harvest.catalog;

import io.nuthatch.database.Reading;
import io.nuthatch.database.Row;
import io.nuthatch.database.Transaction;
import io.nuthatch.harvest.catalog.Change.Kind;
import io.nuthatch.harvest.catalog.Change.Values;
import io.nuthatch.model.Json;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Every change of what the catalogue holds, written in the transaction of the change. A change that changes nothing and
 * says nothing is not written; a note alone is. The first version of a thing has all its fields, so that what it was at
 * any time can be told from its changes up to then.
 */
public final class History {

  private static final String COLUMNS = "h.id, h.kind, h.subject_id, h.at, h.actor, h.note, h.harvest_id, h.fields";

  /** Something whose changes are kept, and the collection in whose log they stand. */
  record Subject(Kind kind, String id, @Nullable String collectionId) {
  }

  private final InstantSource clock;

  History(InstantSource clock) {
    this.clock = clock;
  }

  /** Writes what differs between two states; the id of the change if there was one. */
  OptionalLong note(Transaction transaction, Edit edit, Subject subject, Map<String, @Nullable String> before,
      Map<String, @Nullable String> after) {
    SequencedMap<String, Values> fields = new LinkedHashMap<>();
    Set<String> names = new LinkedHashSet<>(after.keySet());
    names.addAll(before.keySet());
    for (String name : names) {
      Values values = new Values(before.get(name), after.get(name));
      if (!Objects.equals(values.from(), values.to())) {
        fields.put(name, values);
      }
    }
    if (fields.isEmpty() && edit.note().isEmpty()) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(transaction.first(
        "INSERT INTO changes (kind, subject_id, collection_id, at, actor, note, harvest_id, fields)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
        row -> row.integer("id"), subject.kind, subject.id, subject.collectionId, clock.instant(), edit.by().operator(),
        edit.note(), edit.harvestId(), Json.write(fields)).orElseThrow());
  }

  /** The last change of a collection or one of its seeds; 0 before the first. */
  static long last(Reading reading, String collectionId) {
    return reading.number("SELECT coalesce(max(id), 0) FROM changes WHERE collection_id = ?", collectionId);
  }

  /** The changes of a collection and its seeds, newest first, those before the given id. */
  public List<Change> ofCollection(Reading reading, Viewer viewer, String collectionId, long before, int limit) {
    Conditions conditions = new Conditions().and("h.collection_id = ?", collectionId).and("h.id < ?", before)
        .visibleTo(viewer);
    return reading.list("SELECT " + COLUMNS + " FROM changes h JOIN collections c ON c.id = h.collection_id"
        + " JOIN collection_sets s ON s.id = c.set_id" + conditions.where() + " ORDER BY h.id DESC LIMIT ?",
        History::change, conditions.parameters(limit));
  }

  /** The changes of one thing, newest first, those before the given id. Who may see the thing is the caller's to check. */
  List<Change> of(Reading reading, String subjectId, long before, int limit) {
    return reading.list(
        "SELECT " + COLUMNS + " FROM changes h WHERE h.subject_id = ? AND h.id < ? ORDER BY h.id DESC LIMIT ?",
        History::change, subjectId, before, limit);
  }

  private static Change change(Row row) {
    SequencedMap<String, Values> fields = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> field : row.json("fields").properties()) {
      fields.put(field.getKey(), Json.MAPPER.treeToValue(field.getValue(), Values.class));
    }
    return new Change(row.integer("id"), row.oneOf("kind", Kind.class), row.text("subject_id"), row.instant("at"),
        row.text("actor"), row.text("note"), row.textOrNull("harvest_id"), fields);
  }
}
