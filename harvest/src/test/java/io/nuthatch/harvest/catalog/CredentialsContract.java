package io.nuthatch.harvest.catalog;

import static io.nuthatch.harvest.catalog.World.ADA;
import static io.nuthatch.harvest.catalog.World.BEN;
import static io.nuthatch.harvest.catalog.World.BY_ADA;
import static io.nuthatch.harvest.catalog.World.CARL;
import static io.nuthatch.harvest.catalog.World.EVE;
import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.harvest.catalog.CatalogException.Reason;
import io.nuthatch.harvest.catalog.Change.Values;
import io.nuthatch.harvest.catalog.Credential.Uses;
import io.nuthatch.model.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Credentials: who may see and use them, and that their values stay inside. */
interface CredentialsContract {

  World world();

  private CredentialStore credentials() {
    return world().catalog.credentials();
  }

  @Test
  default void credential_isSeenByItsOwnerTheirGroupAndAdmins() {
    String id = world().credential("twitter");
    for (Viewer viewer : List.of(ADA, BEN, EVE)) {
      assertThat(world().list(r -> credentials().list(r, viewer))).extracting(Credential::id).containsExactly(id);
    }
    assertThat(world().list(r -> credentials().list(r, CARL))).isEmpty();
    Refusal.of(Reason.NOT_FOUND, id, () -> world().read(r -> credentials().history(r, CARL, id, Long.MAX_VALUE, 9)));
    Refusal.of(Reason.FORBIDDEN, "ada",
        () -> world().run(t -> credentials().change(t, Edit.by(BEN), id, "mine", true, null)));
  }

  @Test
  default void values_areSealedAndOpenForHarvestsOnly() {
    String id = world().credential("twitter");
    assertThat(world().<Map<String, String>>read(r -> world().vault.open(r, id)))
        .isEqualTo(Map.of("consumer_key", "k2", "consumer_secret", "s2"));
    byte[] stored = world().read(r -> r.first("SELECT sealed FROM credentials", row -> row.bytes("sealed")))
        .orElseThrow();
    assertThat(new String(stored, StandardCharsets.ISO_8859_1)).doesNotContain("s2");
  }

  @Test
  default void values_areThoseThePlatformAsksFor_andOnceOnly() {
    Refusal.of(Reason.INVALID, "needs secret", () -> create("flickr", Map.of("key", "k")));
    Refusal.of(Reason.INVALID, "has no colour", () -> create("flickr", Map.of("colour", "k")));
    Refusal.of(Reason.INVALID, "no platform", () -> create("myspace", Map.of("key", "k")));
    create("flickr", Map.of("key", "k", "secret", "s"));
    Refusal.of(Reason.CONFLICT, "already", () -> create("flickr", Map.of("secret", " s", "key", "k ")));
  }

  private Credential create(String platform, Map<String, String> values) {
    return world().write(t -> credentials().create(t, BY_ADA, platform, "one", values));
  }

  @Test
  default void history_saysThatASecretChanged_neverWhatItIs() {
    Credential credential = create("flickr", Map.of("key", "hush-key", "secret", "hush-1"));
    world().run(t -> credentials().change(t, BY_ADA, credential.id(), "two", true,
        Map.of("key", "hush-key", "secret", "hush-2")));
    world().run(t -> credentials().change(t, BY_ADA, credential.id(), "two", true,
        Map.of("key", "hush-key", "secret", "hush-2")));
    List<Change> log = world().read(r -> credentials().history(r, ADA, credential.id(), Long.MAX_VALUE, 9));
    assertThat(log).hasSize(2);
    assertThat(log.getFirst().fields())
        .isEqualTo(Map.of("name", new Values("one", "two"), "secret", new Values(null, "changed")));
    assertThat(Json.write(log)).doesNotContain("hush");
    assertThat(world().<Map<String, String>>read(r -> world().vault.open(r, credential.id()))).containsEntry("secret",
        "hush-2");
  }

  @Test
  default void choices_areCredentialsInUseOfMembers() {
    String id = world().credential("twitter");
    world().write(t -> credentials().create(t, Edit.by(CARL), "twitter", "carl's",
        Map.of("consumer_key", "c", "consumer_secret", "c")));
    assertThat(world().list(r -> credentials().choices(r, EVE, world().set, "twitter"))).extracting(Credential::id)
        .containsExactly(id);
    world().run(t -> credentials().change(t, BY_ADA, id, "old", false, null));
    assertThat(world().list(r -> credentials().choices(r, ADA, world().set, "twitter"))).isEmpty();
    Refusal.of(Reason.CONFLICT, "not in use", () -> world().collection(world().plan("twitter_search")));
  }

  @Test
  default void uses_areCountedByCollectionsOnAndOff() {
    world().on(world().plan("twitter_user_timeline"), "a");
    world().on(world().plan("twitter_filter"), "a");
    world().collection(world().plan("twitter_search"), "b");
    world().collection(world().plan("twitter_search"), "c");
    String id = world().credential("twitter");
    assertThat(world().<Uses>read(r -> credentials().uses(r, ADA, id)))
        .isEqualTo(new Uses(2, 2, 1));
  }
}
