package io.nuthatch.harvest.catalog;

import io.nuthatch.database.Reading;
import io.nuthatch.database.Row;
import io.nuthatch.database.Transaction;
import io.nuthatch.harvest.catalog.Change.Kind;
import io.nuthatch.harvest.catalog.Collection.State;
import io.nuthatch.harvest.catalog.CollectionPlan.Visibility;
import io.nuthatch.harvest.catalog.HarvestTypes.Offer;
import io.nuthatch.model.Json;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Collections. One is seen by its group, or by everybody; it is changed by editors of its group and by admins. How it is
 * harvested can be changed while it is off only; what is said about it, always.
 *
 * <p>Turning on and off is the requester's, who has to tell harvesters.
 */
public final class CollectionStore {

  static final String SELECT = """
      SELECT c.id, c.set_id, c.home_set_id, c.type, c.name, c.description, c.link, c.credential_id, c.timing,
        c.starts_at, c.ends_at, c.visibility, c.options, c.is_on, c.is_active, c.next_run_at, c.refusal, c.created_at
      FROM collections c JOIN collection_sets s ON s.id = c.set_id""";

  /** Which collections to list; null means any. */
  public record Filter(@Nullable String setId, @Nullable Boolean on, @Nullable Boolean active) {

    public static final Filter ALL = new Filter(null, null, null);
  }

  /** What is to be removed of a deleted collection: its directory below the archive's root is that of its home set. */
  public record Removal(String collectionId, String homeSetId, List<String> warcPaths) {
  }

  private final SetStore sets;
  private final CredentialStore credentials;
  private final HarvestTypes types;
  private final History history;
  private final InstantSource clock;

  CollectionStore(SetStore sets, CredentialStore credentials, HarvestTypes types, History history,
      InstantSource clock) {
    this.sets = sets;
    this.credentials = credentials;
    this.types = types;
    this.history = history;
    this.clock = clock;
  }

  /** It begins off. */
  public Collection create(Transaction transaction, Edit edit, String setId, CollectionPlan plan) {
    CollectionSet set = sets.requireEditable(transaction, edit.by(), setId);
    check(transaction, edit.by(), plan, set);
    Collection made = new Collection(HexId.next(), setId, setId, plan, new State(false, true, null, null),
        clock.instant());
    transaction.update("""
        INSERT INTO collections (id, set_id, home_set_id, type, name, description, timing, visibility, options, is_on,
          is_active, touched, created_at)
        VALUES (?, ?, ?, ?, '', '', '', '', '', ?, ?, 0, ?)""", made.id(), setId, setId, plan.type(), false, true,
        made.createdAt());
    write(transaction, made);
    history.note(transaction, edit, subject(made.id()), Map.of(), made.fields());
    return made;
  }

  /** Makes it as planned, and notes what was changed. A plan that changes nothing still keeps the note. */
  public Collection change(Transaction transaction, Edit edit, String id, CollectionPlan plan) {
    Collection before = requireEditable(transaction, edit.by(), id);
    requireActive(before);
    if (!plan.type().equals(before.type())) {
      throw CatalogException.invalid("the type of collection " + id + " is " + before.type()
          + " and stays so; make another collection for " + plan.type());
    }
    if (!harvesting(plan).equals(harvesting(before.plan()))) {
      requireOff(before);
      check(transaction, edit.by(), plan, sets.get(transaction, Viewer.NODE, before.setId()));
    }
    return save(transaction, edit, before, before.with(plan));
  }

  /** Finished: kept and shown, neither changed nor turned on until it is reopened. */
  public Collection finish(Transaction transaction, Edit edit, String id) {
    Collection before = requireEditable(transaction, edit.by(), id);
    requireOff(before);
    return save(transaction, edit, before, before.with(new State(false, false, null, null)));
  }

  public Collection reopen(Transaction transaction, Edit edit, String id) {
    Collection before = requireEditable(transaction, edit.by(), id);
    return save(transaction, edit, before, before.with(new State(before.state().on(), true, null, null)));
  }

  /** To another set, of which the editor must be one too. Its files stay where they are. */
  public Collection move(Transaction transaction, Edit edit, String id, String setId) {
    Collection before = requireEditable(transaction, edit.by(), id);
    requireIdle(transaction, before);
    CollectionSet to = sets.requireEditable(transaction, edit.by(), setId);
    check(transaction, edit.by(), before.plan(), to);
    return save(transaction, edit, before, before.inSet(setId));
  }

  /**
   * Hides it from everybody, and says which files go with it. When they are gone, {@link #forget} removes the rest; until
   * then it is among {@link #deleted}. For admins only.
   */
  public Removal delete(Transaction transaction, Edit edit, String id) {
    Collection collection = requireEditable(transaction, edit.by(), id);
    if (!edit.by().admin()) {
      throw CatalogException.forbidden("only an admin deletes a collection; it can be finished instead");
    }
    requireIdle(transaction, collection);
    transaction.update("UPDATE collections SET deleted_at = ? WHERE id = ?", clock.instant(), id);
    history.note(transaction, edit, subject(id), collection.fields(), Map.of());
    return removal(transaction, id, collection.homeSetId());
  }

  /** Deleted collections whose files may still be there. */
  public List<Removal> deleted(Reading reading) {
    return reading.list("SELECT id, home_set_id FROM collections WHERE deleted_at IS NOT NULL ORDER BY id",
        row -> removal(reading, row.text("id"), row.text("home_set_id")));
  }

  /** Removes what is left of a deleted collection; its history stays. */
  public void forget(Transaction transaction, String id) {
    transaction.update("DELETE FROM collections WHERE id = ? AND deleted_at IS NOT NULL", id);
  }

  public Collection get(Reading reading, Viewer viewer, String id) {
    return find(reading, viewer, id).orElseThrow(() -> CatalogException.notFound("collection", id));
  }

  /** By name. */
  public List<Collection> list(Reading reading, Viewer viewer, Filter filter, int limit, int offset) {
    Conditions visible = new Conditions().visibleTo(viewer).ifGiven("c.set_id = ?", filter.setId)
        .ifGiven("c.is_on = ?", filter.on).ifGiven("c.is_active = ?", filter.active);
    return reading.list(SELECT + visible.where() + " ORDER BY c.name, c.id LIMIT ? OFFSET ?",
        CollectionStore::collection, visible.parameters(limit, offset));
  }

  public boolean mayEdit(Reading reading, Viewer viewer, Collection collection) {
    return GroupStore.mayEdit(reading, viewer, sets.get(reading, Viewer.NODE, collection.setId()).groupId());
  }

  Optional<Collection> find(Reading reading, Viewer viewer, String id) {
    Conditions visible = new Conditions().and("c.id = ?", id).visibleTo(viewer);
    return reading.first(SELECT + visible.where(), CollectionStore::collection, visible.parameters());
  }

  /** Has the collection to itself until the transaction ends; fails unless the viewer may change it. */
  Collection requireEditable(Transaction transaction, Viewer viewer, String id) {
    get(transaction, viewer, id);
    Collection collection = lock(transaction, id).orElseThrow(() -> CatalogException.notFound("collection", id));
    if (!mayEdit(transaction, viewer, collection)) {
      throw CatalogException.forbidden(viewer.operator() + " is not an editor of the collection " + collection.name());
    }
    return collection;
  }

  /** Has the collection to itself until the transaction ends, if there is one. */
  Optional<Collection> lock(Transaction transaction, String id) {
    transaction.update("UPDATE collections SET touched = touched + 1 WHERE id = ?", id);
    return find(transaction, Viewer.NODE, id);
  }

  Collection save(Transaction transaction, Edit edit, Collection before, Collection after) {
    write(transaction, after);
    history.note(transaction, edit, subject(after.id()), before.fields(), after.fields());
    return after;
  }

  /** When the next harvest is due, and why the last was not asked for; no change that anybody made. */
  static void plan(Transaction transaction, String id, @Nullable Instant nextRun, @Nullable String refusal) {
    transaction.update("UPDATE collections SET next_run_at = ?, refusal = ? WHERE id = ?", nextRun, refusal, id);
  }

  static void requireActive(Collection collection) {
    if (!collection.state().active()) {
      throw CatalogException.conflict("collection " + collection.id() + " is finished; reopen it first");
    }
  }

  static void requireOff(Collection collection) {
    if (collection.state().on()) {
      throw CatalogException.conflict("collection " + collection.id() + " is on; turn it off first");
    }
  }

  private static void requireIdle(Reading reading, Collection collection) {
    requireOff(collection);
    HarvestStore.open(reading, collection.id()).ifPresent(harvest -> {
      throw CatalogException.conflict("harvest " + harvest.id() + " of collection " + collection.id()
          + " is not over; wait for it, or void it");
    });
  }

  private static History.Subject subject(String id) {
    return new History.Subject(Kind.COLLECTION, id, id);
  }

  private void check(Reading reading, Viewer viewer, CollectionPlan plan, CollectionSet set) {
    Offer offer = types.require(plan.type());
    HarvestTypes.check(offer.type(), plan.options());
    if (plan.credentialId() != null) {
      credentials.requireUsable(reading, viewer, plan.credentialId(), offer.platform(), set.groupId());
    }
  }

  /** What harvesters go by. */
  private static List<@Nullable Object> harvesting(CollectionPlan plan) {
    return Arrays.asList(plan.credentialId(), plan.schedule(), plan.options());
  }

  private static void write(Transaction transaction, Collection collection) {
    CollectionPlan plan = collection.plan();
    State state = collection.state();
    transaction.update(
        """
            UPDATE collections SET set_id = ?, name = ?, description = ?, link = ?, credential_id = ?, timing = ?,
              starts_at = ?, ends_at = ?, visibility = ?, options = ?, is_on = ?, is_active = ?, next_run_at = ?, refusal = ?
            WHERE id = ?""",
        collection.setId(), plan.name(), plan.description(), plan.link(), plan.credentialId(),
        plan.schedule().timing().toString(), plan.schedule().start(), plan.schedule().end(), plan.visibility(),
        Json.write(plan.options()), state.on(), state.active(), state.nextRun(), state.refusal(), collection.id());
  }

  private static Removal removal(Reading reading, String id, String homeSetId) {
    return new Removal(id, homeSetId, reading.list("SELECT path FROM warcs WHERE collection_id = ? ORDER BY path",
        row -> row.text("path"), id));
  }

  static Collection collection(Row row) {
    Map<String, JsonNode> options = new LinkedHashMap<>();
    row.json("options").properties().forEach(option -> options.put(option.getKey(), option.getValue()));
    Schedule schedule = new Schedule(Timing.parse(row.text("timing")), row.instantOrNull("starts_at"),
        row.instantOrNull("ends_at"));
    CollectionPlan plan = new CollectionPlan(row.text("name"), row.text("description"), row.textOrNull("link"),
        row.text("type"), row.textOrNull("credential_id"), schedule, row.oneOf("visibility", Visibility.class),
        options);
    State state = new State(row.flag("is_on"), row.flag("is_active"), row.instantOrNull("next_run_at"),
        row.textOrNull("refusal"));
    return new Collection(row.text("id"), row.text("set_id"), row.text("home_set_id"), plan, state,
        row.instant("created_at"));
  }
}
