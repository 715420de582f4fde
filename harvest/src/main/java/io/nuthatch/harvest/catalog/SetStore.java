package io.nuthatch.harvest.catalog;

import io.nuthatch.database.Reading;
import io.nuthatch.database.Row;
import io.nuthatch.database.Transaction;
import io.nuthatch.harvest.catalog.Change.Kind;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Collection sets. One is seen by its group, and by everybody once a collection in it is; it is changed by editors of
 * its group and by admins.
 */
public final class SetStore {

  private static final String SELECT = "SELECT s.id, s.group_id, s.name, s.description, s.created_at"
      + " FROM collection_sets s";

  private final GroupStore groups;
  private final History history;
  private final InstantSource clock;

  SetStore(GroupStore groups, History history, InstantSource clock) {
    this.groups = groups;
    this.history = history;
    this.clock = clock;
  }

  public CollectionSet create(Transaction transaction, Edit edit, String groupId, String name, String description) {
    groups.requireEditor(transaction, edit.by(), groupId);
    CollectionSet set = new CollectionSet(HexId.next(), groupId, Words.name("a collection set", name),
        Words.text("a description", description), clock.instant());
    transaction.update("INSERT INTO collection_sets (id, group_id, name, description, created_at)"
        + " VALUES (?, ?, ?, ?, ?)", set.id(), groupId, set.name(), set.description(), set.createdAt());
    history.note(transaction, edit, subject(set.id()), Map.of(), set.fields());
    return set;
  }

  /** Gives it another name, description or group; the editor must be one of both groups. */
  public CollectionSet change(Transaction transaction, Edit edit, String id, String groupId, String name,
      String description) {
    CollectionSet before = requireEditable(transaction, edit.by(), id);
    if (!groupId.equals(before.groupId())) {
      groups.requireEditor(transaction, edit.by(), groupId);
    }
    CollectionSet after = new CollectionSet(id, groupId, Words.name("a collection set", name),
        Words.text("a description", description), before.createdAt());
    transaction.update("UPDATE collection_sets SET group_id = ?, name = ?, description = ? WHERE id = ?", groupId,
        after.name(), after.description(), id);
    history.note(transaction, edit, subject(id), before.fields(), after.fields());
    return after;
  }

  /** Only a set without collections can go. */
  public void delete(Transaction transaction, Edit edit, String id) {
    CollectionSet set = requireEditable(transaction, edit.by(), id);
    if (transaction.number("SELECT count(*) FROM collections WHERE set_id = ?", id) > 0) {
      throw CatalogException.conflict("collection set " + id + " has collections; delete or move them first");
    }
    transaction.update("DELETE FROM collection_sets WHERE id = ?", id);
    history.note(transaction, edit, subject(id), set.fields(), Map.of());
  }

  public CollectionSet get(Reading reading, Viewer viewer, String id) {
    return find(reading, viewer, id).orElseThrow(() -> CatalogException.notFound("collection set", id));
  }

  /** By name. */
  public List<CollectionSet> list(Reading reading, Viewer viewer, int limit, int offset) {
    Conditions visible = visibleTo(viewer);
    return reading.list(SELECT + visible.where() + " ORDER BY s.name, s.id LIMIT ? OFFSET ?", SetStore::set,
        visible.parameters(limit, offset));
  }

  /** Newest first, those before the given id. */
  public List<Change> history(Reading reading, Viewer viewer, String id, long before, int limit) {
    get(reading, viewer, id);
    return history.of(reading, id, before, limit);
  }

  CollectionSet requireEditable(Reading reading, Viewer viewer, String id) {
    CollectionSet set = get(reading, viewer, id);
    if (!GroupStore.mayEdit(reading, viewer, set.groupId())) {
      throw CatalogException.forbidden(viewer.operator() + " is not an editor of the collection set " + set.name());
    }
    return set;
  }

  private static Optional<CollectionSet> find(Reading reading, Viewer viewer, String id) {
    Conditions visible = visibleTo(viewer).and("s.id = ?", id);
    return reading.first(SELECT + visible.where(), SetStore::set, visible.parameters());
  }

  private static Conditions visibleTo(Viewer viewer) {
    return viewer.seesAll()
        ? new Conditions()
        : new Conditions().and("(" + Conditions.MEMBER + " OR EXISTS (SELECT 1 FROM collections c"
            + " WHERE c.set_id = s.id AND c.visibility = 'all' AND c.deleted_at IS NULL))", viewer.operator());
  }

  private static History.Subject subject(String id) {
    return new History.Subject(Kind.SET, id, null);
  }

  private static CollectionSet set(Row row) {
    return new CollectionSet(row.text("id"), row.text("group_id"), row.text("name"), row.text("description"),
        row.instant("created_at"));
  }
}
