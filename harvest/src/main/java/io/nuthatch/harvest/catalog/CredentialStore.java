package io.nuthatch.harvest.catalog;

import io.nuthatch.database.Reading;
import io.nuthatch.database.Row;
import io.nuthatch.database.Transaction;
import io.nuthatch.harvest.CredentialField;
import io.nuthatch.harvest.PlatformAdapter;
import io.nuthatch.harvest.catalog.Change.Kind;
import io.nuthatch.harvest.catalog.Credential.Uses;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Credentials: who owns them, what for, and who may use them. Their values go in here and never come out;
 * {@link CredentialVault} opens them for harvests. Seen by their owner, by those in a group with the owner, and by
 * admins; changed by owner and admins.
 */
public final class CredentialStore {

  private static final String COLUMNS = "SELECT k.id, k.owner, k.platform, k.name, k.is_active, k.created_at"
      + " FROM credentials k";
  private static final String GROUP_MATE = "EXISTS (SELECT 1 FROM group_members a JOIN group_members b"
      + " ON b.group_id = a.group_id WHERE a.operator = k.owner AND b.operator = ?)";

  private final CredentialVault vault;
  private final HarvestTypes types;
  private final History history;
  private final InstantSource clock;

  CredentialStore(CredentialVault vault, HarvestTypes types, History history, InstantSource clock) {
    this.vault = vault;
    this.types = types;
    this.history = history;
    this.clock = clock;
  }

  public Credential create(Transaction transaction, Edit edit, String platform, String name,
      Map<String, String> values) {
    Credential made = new Credential(HexId.next(), edit.by().operator(), platform, Words.name("a credential", name),
        true, clock.instant());
    Map<String, String> checked = checked(platform, values);
    requireNew(transaction, made.id(), platform, checked);
    transaction.update("""
        INSERT INTO credentials (id, owner, platform, name, sealed, fingerprint, is_active, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)""", made.id(), made.owner(), platform, made.name(), vault.seal(checked),
        CredentialVault.fingerprint(platform, checked), true, made.createdAt());
    history.note(transaction, edit, subject(made.id()), Map.of(), withValues(made, checked));
    return made;
  }

  /** Gives it another name, takes it out of use or back, and gives it other values unless they are null. */
  public Credential change(Transaction transaction, Edit edit, String id, String name, boolean active,
      @Nullable Map<String, String> values) {
    Credential before = get(transaction, edit.by(), id);
    if (!edit.by().admin() && !before.owner().equals(edit.by().operator())) {
      throw CatalogException.forbidden("credential " + before.name() + " belongs to " + before.owner());
    }
    Credential after = new Credential(id, before.owner(), before.platform(), Words.name("a credential", name), active,
        before.createdAt());
    transaction.update("UPDATE credentials SET name = ?, is_active = ? WHERE id = ?", after.name(), active, id);
    Map<String, @Nullable String> fields = after.fields();
    if (values != null) {
      Map<String, String> checked = checked(before.platform(), values);
      Map<String, String> old = vault.open(transaction, id);
      requireNew(transaction, id, before.platform(), checked);
      transaction.update("UPDATE credentials SET sealed = ?, fingerprint = ? WHERE id = ?", vault.seal(checked),
          CredentialVault.fingerprint(before.platform(), checked), id);
      changed(old, checked).forEach(field -> fields.put(field, "changed"));
    }
    history.note(transaction, edit, subject(id), before.fields(), fields);
    return after;
  }

  public Credential get(Reading reading, Viewer viewer, String id) {
    Conditions visible = visibleTo(viewer).and("k.id = ?", id);
    return reading.first(COLUMNS + visible.where(), CredentialStore::credential, visible.parameters())
        .orElseThrow(() -> CatalogException.notFound("credential", id));
  }

  /** By platform and name. */
  public List<Credential> list(Reading reading, Viewer viewer) {
    Conditions visible = visibleTo(viewer);
    return reading.list(COLUMNS + visible.where() + " ORDER BY k.platform, k.name, k.id",
        CredentialStore::credential, visible.parameters());
  }

  /** Those a collection of the set can harvest a platform by: in use, and of a member of the set's group. */
  public List<Credential> choices(Reading reading, Viewer viewer, String setId, String platform) {
    Conditions usable = visibleTo(viewer).and("k.platform = ?", platform).and("k.is_active")
        .and("k.owner IN (SELECT m.operator FROM group_members m JOIN collection_sets s ON s.group_id = m.group_id"
            + " WHERE s.id = ?)", setId);
    return reading.list(COLUMNS + usable.where() + " ORDER BY k.name, k.id", CredentialStore::credential,
        usable.parameters());
  }

  public Uses uses(Reading reading, Viewer viewer, String id) {
    get(reading, viewer, id);
    List<Map.Entry<String, Boolean>> collections = reading.list(
        "SELECT type, is_on FROM collections WHERE credential_id = ? AND deleted_at IS NULL",
        row -> Map.entry(row.text("type"), row.flag("is_on")), id);
    List<String> on = collections.stream().filter(Map.Entry::getValue).map(Map.Entry::getKey).toList();
    return new Uses(on.size(), collections.size() - on.size(), on.stream().filter(types::isStream).count());
  }

  /** Newest first, those before the given id. */
  public List<Change> history(Reading reading, Viewer viewer, String id, long before, int limit) {
    get(reading, viewer, id);
    return history.of(reading, id, before, limit);
  }

  /** Fails unless it is in use, of the platform, and of a member of the group; an admin may choose anybody's. */
  void requireUsable(Reading reading, Viewer viewer, String id, String platform, String groupId) {
    Credential credential = get(reading, viewer, id);
    if (!credential.platform().equals(platform)) {
      throw CatalogException
          .invalid("credential " + credential.name() + " is for " + credential.platform() + ", not for "
              + platform);
    }
    if (!credential.active()) {
      throw CatalogException.conflict("credential " + credential.name() + " is not in use any more");
    }
    if (!viewer.admin() && GroupStore.role(reading, credential.owner(), groupId).isEmpty()) {
      throw CatalogException.forbidden("credential " + credential.name() + " belongs to " + credential.owner()
          + ", who is not a member of the collection's group");
    }
  }

  private static Conditions visibleTo(Viewer viewer) {
    return viewer.admin()
        ? new Conditions()
        : new Conditions().and("(k.owner = ? OR " + GROUP_MATE + ")", viewer.operator(), viewer.operator());
  }

  /** Those the platform asks for, and no others. */
  private Map<String, String> checked(String platform, Map<String, String> values) {
    PlatformAdapter adapter = types.platform(platform)
        .orElseThrow(() -> CatalogException.invalid("no platform " + platform));
    List<CredentialField> fields = adapter.credentialFields();
    Set<String> known = fields.stream().map(CredentialField::name).collect(Collectors.toSet());
    for (String name : values.keySet()) {
      if (!known.contains(name)) {
        throw CatalogException.invalid("a credential of " + platform + " has no " + name + "; it has " + known);
      }
    }
    Map<String, String> checked = new LinkedHashMap<>();
    for (CredentialField field : fields) {
      String value = values.getOrDefault(field.name(), "").strip();
      if (!value.isEmpty()) {
        checked.put(field.name(), value);
      } else if (field.required()) {
        throw CatalogException.invalid("a credential of " + platform + " needs " + field.name());
      }
    }
    if (checked.isEmpty()) {
      throw CatalogException.invalid("a credential of " + platform + " has at least one of " + known);
    }
    return checked;
  }

  private static void requireNew(Reading reading, String id, String platform, Map<String, String> values) {
    if (reading.number("SELECT count(*) FROM credentials WHERE fingerprint = ? AND id <> ?",
        CredentialVault.fingerprint(platform, values), id) > 0) {
      throw CatalogException.conflict("a credential of " + platform + " with these values is there already");
    }
  }

  private static Map<String, @Nullable String> withValues(Credential credential, Map<String, String> values) {
    Map<String, @Nullable String> fields = credential.fields();
    values.keySet().forEach(field -> fields.put(field, "changed"));
    return fields;
  }

  private static Set<String> changed(Map<String, String> before, Map<String, String> after) {
    Map<String, String> all = new TreeMap<>(before);
    all.putAll(after);
    all.entrySet().removeIf(field -> field.getValue().equals(before.get(field.getKey()))
        && field.getValue().equals(after.get(field.getKey())));
    return all.keySet();
  }

  private static History.Subject subject(String id) {
    return new History.Subject(Kind.CREDENTIAL, id, null);
  }

  private static Credential credential(Row row) {
    return new Credential(row.text("id"), row.text("owner"), row.text("platform"), row.text("name"),
        row.flag("is_active"), row.instant("created_at"));
  }
}
