package io.nuthatch.harvest.catalog;

import static io.nuthatch.harvest.catalog.World.ADA;
import static io.nuthatch.harvest.catalog.World.BEN;
import static io.nuthatch.harvest.catalog.World.BY_ADA;
import static io.nuthatch.harvest.catalog.World.CARL;
import static io.nuthatch.harvest.catalog.World.DORA;
import static io.nuthatch.harvest.catalog.World.EVE;
import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.harvest.catalog.CatalogException.Reason;
import io.nuthatch.harvest.catalog.CollectionPlan.Visibility;
import io.nuthatch.harvest.catalog.Group.Member;
import io.nuthatch.harvest.catalog.Group.Role;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who sees and changes what: the permissions of §4.7 (50), with readers and editors. */
interface VisibilityContract {

  World world();

  private boolean sees(Viewer viewer, Collection collection) {
    Catalog catalog = world().catalog;
    boolean listed = world().read(r -> catalog.collections().list(r, viewer, CollectionStore.Filter.ALL, 10, 0))
        .contains(collection);
    boolean found = world().read(r -> catalog.collections().find(r, viewer, collection.id())).isPresent();
    boolean seeds = !world().read(r -> catalog.seeds().list(r, viewer, collection.id(), null, 10, 0)).isEmpty();
    boolean logged = !world().read(r -> catalog.history().ofCollection(r, viewer, collection.id(), Long.MAX_VALUE, 9))
        .isEmpty();
    assertThat(List.of(found, seeds, logged)).as("one answer for all of it").containsOnly(listed);
    return listed;
  }

  @Test
  default void collectionOfAGroup_isSeenByItsMembersStaffAndAdmins() {
    Collection collection = world().collection(world().plan("twitter_user_timeline"), "nuthatch");
    assertThat(List.of(sees(ADA, collection), sees(BEN, collection), sees(DORA, collection), sees(EVE, collection)))
        .containsOnly(true);
    assertThat(sees(CARL, collection)).isFalse();
    assertThat(world().list(r -> world().catalog.sets().list(r, CARL, 10, 0))).isEmpty();
    Refusal.of(Reason.NOT_FOUND, collection.id(),
        () -> world().read(r -> world().catalog.collections().get(r, CARL, collection.id())));
  }

  @Test
  default void collectionForAll_isSeenByEverybodyAndChangedByItsGroup() {
    Collection collection = world().collection(
        world().plan("twitter_user_timeline").withVisibility(Visibility.ALL), "nuthatch");
    assertThat(sees(CARL, collection)).isTrue();
    assertThat(world().list(r -> world().catalog.sets().list(r, CARL, 10, 0))).extracting(CollectionSet::id)
        .containsExactly(world().set);
    Refusal.of(Reason.FORBIDDEN, "carl", () -> world().run(
        t -> world().catalog.collections().change(t, Edit.by(CARL), collection.id(), collection.plan())));
  }

  @Test
  default void readersAndStaff_changeNothing() {
    Collection collection = world().collection(world().plan("twitter_user_timeline"), "nuthatch");
    for (Viewer viewer : List.of(BEN, DORA)) {
      Edit edit = Edit.by(viewer);
      Refusal.of(Reason.FORBIDDEN, "not an editor", () -> world().run(
          t -> world().catalog.collections().change(t, edit, collection.id(), collection.plan())));
      Refusal.of(Reason.FORBIDDEN, "not an editor", () -> world().run(
          t -> world().catalog.seeds().add(t, edit, collection.id(), "other", null)));
      Refusal.of(Reason.FORBIDDEN, "not an editor", () -> world().run(
          t -> world().requester.turnOn(t, edit, collection.id())));
      Refusal.of(Reason.FORBIDDEN, "not an editor", () -> world().run(
          t -> world().requester.request(t, viewer, collection.id())));
      Refusal.of(Reason.FORBIDDEN, "not an editor", () -> world().run(
          t -> world().catalog.sets().change(t, edit, world().set, world().group, "Mine", "")));
    }
    world().run(t -> world().catalog.seeds().add(t, Edit.by(EVE), collection.id(), "other", null));
  }

  @Test
  default void membership_beginsAndEnds() {
    Collection collection = world().collection(world().plan("twitter_user_timeline"), "nuthatch");
    GroupStore groups = world().catalog.groups();
    world().run(t -> groups.put(t, ADA, world().group, new Member("carl", Role.EDITOR)));
    assertThat(sees(CARL, collection)).isTrue();
    world().run(t -> world().catalog.seeds().add(t, Edit.by(CARL), collection.id(), "other", null));
    world().run(t -> groups.remove(t, ADA, world().group, "carl"));
    assertThat(sees(CARL, collection)).isFalse();
  }

  @Test
  default void group_keepsAnEditorAndItsSets() {
    GroupStore groups = world().catalog.groups();
    Refusal.of(Reason.CONFLICT, "no editor", () -> world().run(t -> groups.remove(t, ADA, world().group, "ada")));
    Refusal.of(Reason.CONFLICT, "no editor",
        () -> world().run(t -> groups.put(t, ADA, world().group, new Member("ada", Role.READER))));
    Refusal.of(Reason.FORBIDDEN, "not an editor",
        () -> world().run(t -> groups.put(t, BEN, world().group, new Member("ben", Role.EDITOR))));
    Refusal.of(Reason.NOT_FOUND, "group",
        () -> world().run(t -> groups.put(t, CARL, world().group, new Member("carl", Role.EDITOR))));
    Refusal.of(Reason.CONFLICT, "collection sets", () -> world().run(t -> groups.delete(t, ADA, world().group)));
    Refusal.of(Reason.CONFLICT, "already", () -> world().run(t -> groups.create(t, BEN, "LIBRARY")));
    assertThat(world().list(r -> groups.list(r, BEN))).extracting(Group::name).containsExactly("Library");
    assertThat(world().list(r -> groups.members(r, BEN, world().group)))
        .containsExactly(new Member("ada", Role.EDITOR), new Member("ben", Role.READER));
  }

  @Test
  default void setInAnotherGroup_needsAnEditorOfBoth() {
    String other = world().read(r -> world().catalog.groups().list(r, CARL)).getFirst().id();
    Refusal.of(Reason.NOT_FOUND, other, () -> world().run(
        t -> world().catalog.sets().change(t, BY_ADA, world().set, other, "Elections", "")));
    world().run(t -> world().catalog.groups().put(t, CARL, other, new Member("ada", Role.EDITOR)));
    world().run(t -> world().catalog.sets().change(t, BY_ADA, world().set, other, "Elections", "ours now"));
    assertThat(world().read(r -> world().catalog.sets().get(r, CARL, world().set)).description())
        .isEqualTo("ours now");
    assertThat(world().list(r -> world().catalog.sets().list(r, BEN, 10, 0))).isEmpty();
    assertThat(world().list(r -> world().catalog.sets().history(r, ADA, world().set, Long.MAX_VALUE, 10)).getFirst()
        .fields()).containsOnlyKeys("description", "group");
  }
}
