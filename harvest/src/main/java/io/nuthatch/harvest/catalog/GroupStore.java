package io.nuthatch.harvest.catalog;

import io.nuthatch.database.Reading;
import io.nuthatch.database.Row;
import io.nuthatch.database.Transaction;
import io.nuthatch.harvest.catalog.Group.Member;
import io.nuthatch.harvest.catalog.Group.Role;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Groups and their members. Whoever makes a group is its first editor; editors of a group and admins say who else is in
 * it. Who is asked about a group they are not in is told that there is none.
 */
public final class GroupStore {

  private final InstantSource clock;

  GroupStore(InstantSource clock) {
    this.clock = clock;
  }

  public Group create(Transaction transaction, Viewer viewer, String name) {
    Group group = new Group(HexId.next(), Words.name("a group", name), clock.instant());
    int made = transaction.update(
        "INSERT INTO member_groups (id, name, name_key, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        group.id(), group.name(), Words.key(group.name()), group.createdAt());
    if (made == 0) {
      throw CatalogException.conflict("there is a group " + group.name() + " already");
    }
    insert(transaction, group.id(), new Member(viewer.operator(), Role.EDITOR));
    return group;
  }

  public Group rename(Transaction transaction, Viewer viewer, String id, String name) {
    requireEditor(transaction, viewer, id);
    String given = Words.name("a group", name);
    if (transaction.number("SELECT count(*) FROM member_groups WHERE name_key = ? AND id <> ?", Words.key(given),
        id) > 0) {
      throw CatalogException.conflict("there is a group " + given + " already");
    }
    transaction.update("UPDATE member_groups SET name = ?, name_key = ? WHERE id = ?", given, Words.key(given), id);
    return get(transaction, viewer, id);
  }

  /** Makes someone a member, or gives a member another role. */
  public void put(Transaction transaction, Viewer viewer, String id, Member member) {
    requireEditor(transaction, viewer, id);
    Words.name("a member", member.operator());
    insert(transaction, id, member);
    requireAnEditor(transaction, viewer, id);
  }

  public void remove(Transaction transaction, Viewer viewer, String id, String operator) {
    if (!operator.equals(viewer.operator())) {
      requireEditor(transaction, viewer, id);
    }
    transaction.update("DELETE FROM group_members WHERE group_id = ? AND operator = ?", id, operator);
    requireAnEditor(transaction, viewer, id);
  }

  /** Only a group without collection sets can go. */
  public void delete(Transaction transaction, Viewer viewer, String id) {
    requireEditor(transaction, viewer, id);
    if (transaction.number("SELECT count(*) FROM collection_sets WHERE group_id = ?", id) > 0) {
      throw CatalogException.conflict("group " + id + " has collection sets; give them to another group first");
    }
    transaction.update("DELETE FROM member_groups WHERE id = ?", id);
  }

  public Group get(Reading reading, Viewer viewer, String id) {
    Optional<Group> group = reading.first("SELECT id, name, created_at FROM member_groups WHERE id = ?",
        GroupStore::group, id);
    if (group.isEmpty() || (!viewer.seesAll() && role(reading, viewer.operator(), id).isEmpty())) {
      throw CatalogException.notFound("group", id);
    }
    return group.get();
  }

  /** Those the viewer is in, by name; all of them for whoever sees all. */
  public List<Group> list(Reading reading, Viewer viewer) {
    Conditions mine = new Conditions();
    if (!viewer.seesAll()) {
      mine.and("id IN (SELECT group_id FROM group_members WHERE operator = ?)", viewer.operator());
    }
    return reading.list("SELECT id, name, created_at FROM member_groups" + mine.where() + " ORDER BY name_key, id",
        GroupStore::group, mine.parameters());
  }

  public List<Member> members(Reading reading, Viewer viewer, String id) {
    get(reading, viewer, id);
    return reading.list("SELECT operator, role FROM group_members WHERE group_id = ? ORDER BY operator",
        row -> new Member(row.text("operator"), row.oneOf("role", Role.class)), id);
  }

  /** Fails unless the viewer may change what belongs to the group. */
  void requireEditor(Reading reading, Viewer viewer, String id) {
    Group group = get(reading, viewer, id);
    if (!mayEdit(reading, viewer, id)) {
      throw CatalogException.forbidden(viewer.operator() + " is not an editor of the group " + group.name());
    }
  }

  static boolean mayEdit(Reading reading, Viewer viewer, String id) {
    return viewer.admin() || role(reading, viewer.operator(), id).filter(Role.EDITOR::equals).isPresent();
  }

  static Optional<Role> role(Reading reading, String operator, String id) {
    return reading.first("SELECT role FROM group_members WHERE group_id = ? AND operator = ?",
        row -> row.oneOf("role", Role.class), id, operator);
  }

  private static void insert(Transaction transaction, String id, Member member) {
    transaction.update("INSERT INTO group_members (group_id, operator, role) VALUES (?, ?, ?)"
        + " ON CONFLICT (group_id, operator) DO UPDATE SET role = excluded.role", id, member.operator(),
        member.role());
  }

  private static void requireAnEditor(Transaction transaction, Viewer viewer, String id) {
    if (!viewer.admin() && transaction.number("SELECT count(*) FROM group_members WHERE group_id = ? AND role = ?", id,
        Role.EDITOR) == 0) {
      throw CatalogException.conflict("group " + id + " would have no editor; name another one first");
    }
  }

  private static Group group(Row row) {
    return new Group(row.text("id"), row.text("name"), row.instant("created_at"));
  }
}
