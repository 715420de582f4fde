package io.nuthatch.app.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.app.Person;
import io.nuthatch.app.Surroundings;
import io.nuthatch.app.TestNode;
import io.nuthatch.model.Json;
import io.nuthatch.simulator.faults.Fault;
import io.nuthatch.simulator.faults.FaultRule;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Collecting over HTTP: a node with simulated platforms, a group with an editor and a reader, and one who is outside. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CatalogApiTest {

  private Path archive;
  private Surroundings around;
  private TestNode node;
  private Person admin;
  private Person ada;
  private Person rita;
  private Person olga;
  private String group;
  private String set;
  private String credential;

  @BeforeAll
  void start(@TempDir Path directory) {
    archive = directory.resolve("archive");
    around = new Surroundings();
    node = TestNode.start(directory, around.settings("harvest.tries", "1"));
    admin = Person.admin(node);
    ada = Person.operator(node, "ada", "editor");
    rita = Person.operator(node, "rita", "editor");
    olga = Person.operator(node, "olga", "editor");
    group = ada.made("/api/v1/groups", Map.of("name", "Newsroom")).path("id").asString();
    ada.done("PUT", "/api/v1/groups/" + group + "/members/rita", Map.of("role", "reader"));
    set = ada.made("/api/v1/collection-sets", Map.of("group_id", group, "name", "Elections")).path("id").asString();
    credential = ada.made("/api/v1/credentials", around.newCredential("twitter")).path("id").asString();
  }

  @AfterAll
  void stop() {
    node.close();
    around.close();
  }

  /** A collection of timelines that are harvested by hand. */
  private String collection(String name, String seeds, boolean on) {
    return ada.made("/api/v1/collections",
        Map.of("collection_set_id", set, "harvest_type", "twitter_user_timeline", "plan",
            Map.of("name", name, "credential_id", credential), "seeds", seeds, "on", on))
        .path("collection").path("collection_id").asString();
  }

  private static void assertProblem(HttpResponse<String> response, int status, String... words) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    for (String word : words) {
      assertThat(TestNode.json(response).path("detail").asString()).contains(word);
    }
  }

  private String state(String harvest) {
    return ada.seen("/api/v1/harvests/" + harvest).path("harvest").path("state").asString();
  }

  private void awaitState(String harvest, String state) {
    Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> state(harvest), state::equals);
  }

  @Test
  void collection_isMadeHarvestedAndLeavesFilesWithDigests() throws Exception {
    around.person("Harvested", 3);
    String id = collection("Timelines", "Harvested\nnobody_there", true);
    String harvest = ada.made("/api/v1/collections/" + id + "/run", Map.of()).path("harvest_id").asString();
    awaitState(harvest, "completed_success");

    JsonNode detail = ada.seen("/api/v1/harvests/" + harvest);
    assertThat(detail.path("stats").path(0).path("amount").asLong()).isEqualTo(3);
    assertThat(detail.path("remarks").findValuesAsString("code")).contains("token_not_found");
    JsonNode warc = ada.seen("/api/v1/warcs/?collection=" + id).path("results").path(0);
    assertThat(warc.path("harvest_type").asString()).isEqualTo("twitter_user_timeline");
    assertThat(warc.path("sha1").asString()).hasSize(40);
    assertThat(Files.size(Path.of(warc.path("path").asString()))).isEqualTo(warc.path("bytes").asLong());
    assertThat(ada.seen("/api/v1/collections/" + id + "/gaps").path("gaps")).allSatisfy(
        gap -> assertThat(gap.path("state").asString()).isEqualTo("closed"));
    assertThat(ada.seen("/api/v1/collections/" + id + "/forecast").path("measured").asBoolean()).isTrue();
    JsonNode quota = ada.seen("/api/v1/quotas").path("quotas").path(0);
    assertThat(quota.path("name").asString()).isEqualTo("ours");
    assertThat(quota.path("quota").path("limit").asLong()).isPositive();
    assertThat(olga.seen("/api/v1/quotas").path("quotas")).isEmpty();
    assertThat(node.get("/metrics").body()).contains("nuthatch_harvests_open", "nuthatch_outbox_published_total",
        "nuthatch_outbox_waiting", "nuthatch_quota_waiting", "nuthatch_archive_free_bytes");

    assertHidden(id, harvest, warc.path("warc_id").asString());
  }

  /** Whoever is not of the group is told that there is no such thing, whatever they ask. */
  private void assertHidden(String id, String harvest, String warc) {
    Person label = Person.tokenLabelled(node, "ada", "editor");
    String seed = ada.seen("/api/v1/collections/" + id + "/seeds").path("seeds").path(0).path("id").asString();
    for (Person outside : List.of(olga, label)) {
      for (String path : List.of("", "/seeds", "/seeds.csv", "/history", "/gaps", "/forecast")) {
        assertProblem(outside.get("/api/v1/collections/" + id + path), 404, id);
      }
      assertProblem(outside.get("/api/v1/harvests/" + harvest), 404, harvest);
      assertProblem(outside.get("/api/v1/collection-sets/" + set), 404, set);
      assertProblem(outside.get("/api/v1/groups/" + group), 404, group);
      assertProblem(outside.get("/api/v1/credentials/" + credential + "/history"), 404, credential);
      for (String verb : List.of("on", "off", "run", "finish", "reopen", "seeds/bulk")) {
        assertThat(outside.send("POST", "/api/v1/collections/" + id + "/" + verb, Map.of("text", "x")).statusCode())
            .as(verb).isEqualTo(404);
      }
      assertThat(outside.send("PATCH", "/api/v1/collections/" + id, Map.of("plan", Map.of("name", "mine")))
          .statusCode()).isEqualTo(404);
      assertThat(outside.send("PATCH", "/api/v1/seeds/" + seed, Map.of("active", false)).statusCode()).isEqualTo(404);
      assertThat(outside.send("POST", "/api/v1/harvests/" + harvest + "/stop", Map.of()).statusCode()).isEqualTo(404);
      assertThat(outside.get("/api/v1/warcs/?limit=1000").body()).doesNotContain(warc);
      assertThat(outside.get("/api/v1/warcs/?collection=" + id).body()).contains("\"count\":0");
      assertThat(outside.get("/api/v1/collections/").body()).doesNotContain(id);
      assertThat(outside.get("/api/v1/harvests").body()).doesNotContain(harvest);
      assertThat(outside.get("/api/v1/credentials").body()).doesNotContain(credential);
    }
    assertThat(rita.seen("/api/v1/warcs/?collection=" + id).path("count").asInt()).as("a reader of the group").isOne();
  }

  @Test
  void visibleToAll_isSeenByAllAndChangedByTheGroup() {
    String id = collection("Open to all", "", false);
    assertThat(olga.get("/api/v1/collections/" + id).statusCode()).isEqualTo(404);
    ada.done("PATCH", "/api/v1/collections/" + id, Map.of("plan", Map.of("visibility", "all")));
    assertThat(olga.seen("/api/v1/collections/" + id).path("collection").path("name").asString())
        .isEqualTo("Open to all");
    assertThat(olga.send("POST", "/api/v1/collections/" + id + "/seeds", Map.of("token", "x")).statusCode())
        .isEqualTo(403);
  }

  @Test
  void reader_looksAndChangesNothing() {
    String id = collection("Read only", "somebody", false);
    assertThat(rita.seen("/api/v1/collections/" + id + "/seeds").path("count").asInt()).isOne();
    assertProblem(rita.send("POST", "/api/v1/collections/" + id + "/on", ""), 403, "rita is not an editor");
    assertProblem(rita.send("POST", "/api/v1/collections/" + id + "/seeds", Map.of("token", "x")), 403, "rita");
    assertProblem(rita.send("PUT", "/api/v1/groups/" + group + "/members/olga", Map.of("role", "reader")), 403);
    Person viewer = Person.operator(node, "vera", "viewer");
    assertProblem(viewer.send("POST", "/api/v1/groups", Map.of("name", "x")), 403, "takes the role editor");
  }

  @Test
  void credentials_goInAndNeverComeOut() {
    Map<String, String> values = around.credential("twitter");
    String fresh = ada.made("/api/v1/credentials", around.newCredential("twitter2")).path("id").asString();
    ada.done("PATCH", "/api/v1/credentials/" + fresh, Map.of("name", "renamed", "active", false, "note", "leaked"));
    collection("With a credential", "somebody", false);
    for (String path : List.of("/api/v1/credentials", "/api/v1/credentials/" + fresh + "/history", "/api/v1/audit",
        "/api/v1/quotas", "/openapi.json", "/credentials", "/metrics")) {
      assertThat(admin.get(path).body()).as(path).doesNotContain(values.values())
          .doesNotContain(around.credential("twitter2").get("bearer_token"));
    }
    assertThat(ada.get("/api/v1/credentials/" + fresh + "/history").body()).contains("renamed", "leaked");
    assertProblem(ada.send("POST", "/api/v1/credentials", Map.of("platform", "myspace", "name", "x", "values",
        Map.of("key", "y"))), 400, "myspace");
    assertProblem(ada.send("POST", "/api/v1/credentials", Map.of("platform", "twitter", "name", "x", "values",
        Map.of("consumer_key", "y"))), 400, "consumer_secret");
  }

  @Test
  void seeds_areAddedInBulkAndEveryLineIsAccountedFor() {
    String id = collection("Bulk", "", false);
    JsonNode pasted = ada.made("/api/v1/collections/" + id + "/seeds/bulk",
        Map.of("text", "gwu\n\n@Library\ngwu\nnot a name\n12345"));
    assertThat(pasted.path("added").asInt()).isEqualTo(2);
    assertThat(pasted.path("duplicates").asInt()).isOne();
    assertThat(pasted.path("refused").asInt()).isEqualTo(2);
    assertThat(pasted.path("lines").path(3).path("line").path("number").asInt()).isEqualTo(5);
    assertThat(pasted.path("lines").path(3).path("reason").asString()).contains("not a screen name");
    assertThat(pasted.path("lines").path(4).path("reason").asString()).contains("give it as the uid");

    JsonNode csv = ada.made("/api/v1/collections/" + id + "/seeds/bulk",
        Map.of("text", "note,uid,token\nx,481186914,\"dog_feelings\"\ny,,gwu\n"));
    assertThat(csv.path("added").asInt()).isOne();
    assertThat(csv.path("duplicates").asInt()).isOne();
    assertProblem(ada.send("POST", "/api/v1/collections/" + id + "/seeds/bulk",
        Map.of("text", "a,b\n1,2", "format", "csv")), 400, "token or uid");
    assertProblem(ada.send("POST", "/api/v1/collections/" + id + "/seeds/bulk",
        Map.of("text", "a", "format", "xml")), 400, "lines, uids or csv");

    HttpResponse<String> file = ada.get("/api/v1/collections/" + id + "/seeds.csv");
    assertThat(file.headers().firstValue("Content-Type").orElse("")).startsWith("text/csv");
    assertThat(file.body()).startsWith("Token,Uid").contains("dog_feelings,481186914", "Library,");

    String seed = ada.seen("/api/v1/collections/" + id + "/seeds?limit=1&offset=1").path("seeds").path(0).path("id")
        .asString();
    ada.done("PATCH", "/api/v1/seeds/" + seed, Map.of("active", false, "note", "gone"));
    assertThat(ada.seen("/api/v1/collections/" + id + "/seeds?active=true").path("count").asInt()).isEqualTo(2);
    assertProblem(ada.get("/api/v1/collections/" + id + "/seeds?active=maybe"), 400, "true or false");
    assertThat(ada.get("/api/v1/collections/" + id + "/history").body()).contains("gone", "is_active");
  }

  @Test
  void lists_haveTheShapeOfSocialFeedManagerAndLinkTheirPages() {
    String own = ada.made("/api/v1/collection-sets", Map.of("group_id", group, "name", "Paged")).path("id").asString();
    for (int i = 0; i < 3; i++) {
      ada.made("/api/v1/collections", Map.of("collection_set_id", own, "harvest_type", "twitter_sample", "plan",
          Map.of("name", "c" + i)));
    }
    String path = "/api/v1/collections/?collection_set=" + own + "&limit=2";
    JsonNode first = ada.seen(path);
    assertThat(first.path("count").asInt()).isEqualTo(3);
    assertThat(first.path("previous").isNull()).isTrue();
    assertThat(first.path("results").path(0).propertyNames()).startsWith("collection_id", "harvest_type", "name",
        "is_on");
    URI next = URI.create(first.path("next").asString());
    assertThat(next.toString()).startsWith(node.url() + "/api/v1/collections/?");
    JsonNode second = ada.seen(next.getPath() + "?" + next.getQuery());
    assertThat(second.path("next").isNull()).isTrue();
    assertThat(second.path("previous").asString()).contains("offset=0");
    List<String> ids = new ArrayList<>(first.path("results").findValuesAsString("collection_id"));
    ids.addAll(second.path("results").findValuesAsString("collection_id"));
    assertThat(ids).hasSize(3).doesNotHaveDuplicates();
    String prefix = ids.getFirst().substring(0, 12).toUpperCase(Locale.ROOT);
    assertThat(ada.seen("/api/v1/collections?collection_startswith=" + prefix).path("results")).hasSize(1);
    assertProblem(ada.get("/api/v1/warcs/?harvest_date_start=yesterday"), 400, "harvest_date_start takes a time");
    assertProblem(ada.get("/api/v1/warcs/?limit=0"), 400, "limit takes");
    assertProblem(ada.get("/api/v1/warcs/?offset=-1"), 400, "offset takes");
  }

  @Test
  void collectionThatCannotRun_saysWhy() {
    String id = collection("Not ready", "", false);
    assertProblem(ada.send("POST", "/api/v1/collections/" + id + "/run", ""), 409, "is off");
    assertProblem(ada.send("POST", "/api/v1/collections/" + id + "/on", ""), 409, "0 active seeds");
    ada.made("/api/v1/collections/" + id + "/seeds", Map.of("token", "somebody"));
    ada.made("/api/v1/collections/" + id + "/on", "");
    assertProblem(ada.send("PATCH", "/api/v1/collections/" + id, Map.of("plan", Map.of("schedule", "every 1h"))), 409,
        "turn it off first");
    ada.done("PATCH", "/api/v1/collections/" + id, Map.of("plan", Map.of("description", "said while it is on")));
    assertProblem(ada.send("POST", "/api/v1/collections/" + id + "/finish", ""), 409, "turn it off first");
    ada.made("/api/v1/collections/" + id + "/off", "");
    assertThat(ada.made("/api/v1/collections/" + id + "/finish", Map.of("note", "done")).path("is_active").asBoolean())
        .isFalse();
    assertProblem(ada.send("POST", "/api/v1/collections/" + id + "/on", ""), 409, "finished");
    ada.made("/api/v1/collections/" + id + "/reopen", "");
  }

  @Test
  void badInput_isExplained() {
    Map<String, Object> plan = Map.of("name", "x");
    assertProblem(ada.send("POST", "/api/v1/collections", Map.of("collection_set_id", set, "harvest_type", "fax",
        "plan", plan)), 400, "fax");
    assertProblem(ada.send("POST", "/api/v1/collections", Map.of("collection_set_id", set, "harvest_type",
        "twitter_sample")), 400, "the field 'plan' is missing");
    assertProblem(ada.send("POST", "/api/v1/collections", Map.of("collection_set_id", set, "harvest_type",
        "twitter_sample", "plan", Map.of())), 400, "'name' is missing");
    assertProblem(ada.send("POST", "/api/v1/collections", Map.of("collection_set_id", "none", "harvest_type",
        "twitter_sample", "plan", plan)), 404, "none");
    for (Map<String, Object> wrong : List.<Map<String, Object>>of(Map.of("schedule", "now and then"),
        Map.of("schedule", "cron 61 * * * *"), Map.of("start_date", "soon"), Map.of("link", "ftp://x"),
        Map.of("options", Map.of("colour", "red")), Map.of("visibility", "nobody"))) {
      Map<String, Object> with = new HashMap<>(wrong);
      with.put("name", "x");
      HttpResponse<String> refused = ada.send("POST", "/api/v1/collections", Map.of("collection_set_id", set,
          "harvest_type", "twitter_user_timeline", "plan", with));
      assertThat(refused.statusCode()).as(wrong + ": " + refused.body()).isEqualTo(400);
    }
    assertProblem(ada.get("/api/v1/harvests?state=asleep"), 400, "state takes open or one of");
    assertProblem(ada.send("POST", "/api/v1/groups", Map.of("name", " newsroom ")), 409, "already");
    assertProblem(ada.send("DELETE", "/api/v1/groups/" + group, ""), 409, "collection sets");
    assertProblem(ada.send("DELETE", "/api/v1/collection-sets/" + set, ""), 409);
  }

  @Test
  void openHarvest_isSkippedOverThenVoided() {
    String own = ada.made("/api/v1/collections", Map.of("collection_set_id", set, "harvest_type", "twitter_sample",
        "plan", Map.of("name", "Stream", "credential_id", credential), "on", true)).path("collection")
        .path("collection_id").asString();
    Awaitility.await().atMost(Duration.ofSeconds(30)).until(
        () -> ada.seen("/api/v1/harvests?state=running&collection=" + own).path("harvests").size() == 1);
    JsonNode again = ada.made("/api/v1/collections/" + own + "/run", "");
    assertThat(again.path("outcome").asString()).isEqualTo("skipped");
    assertThat(again.path("reason").asString()).contains("is still running");
    String harvest = ada.seen("/api/v1/harvests?state=open&collection=" + own).path("harvests").path(0).path("id")
        .asString();
    ada.made("/api/v1/harvests/" + harvest + "/void", Map.of("note", "by mistake"));
    assertThat(state(harvest)).isEqualTo("voided");
    assertProblem(ada.send("POST", "/api/v1/harvests/" + harvest + "/stop", ""), 409, "is over");
    ada.made("/api/v1/collections/" + own + "/off", "");
  }

  @Test
  void interruptedHarvest_showsItsGapUntilTheNextOneClosesIt() {
    around.person("Talkative", 250);
    String id = collection("Interrupted", "Talkative", true);
    around.platforms().faults().add(FaultRule.nth(2, "/1.1/statuses/user_timeline.json", new Fault.Failure(503)));
    String cut = ada.made("/api/v1/collections/" + id + "/run", "").path("harvest_id").asString();
    awaitState(cut, "completed_failure");
    around.platforms().faults().clear();
    assertThat(ada.seen("/api/v1/collections/" + id + "/gaps").path("gaps").path(0).path("state").asString())
        .isEqualTo("open");
    for (String page : List.of("/collections/" + id, "/harvests/" + cut)) {
      assertThat(ada.get(page).body()).as(page).contains("Gaps", ">open<", "the next harvest closes it", "down from");
    }
    assertThat(ada.get("/collections/" + id).body()).as("beside the seed").contains("503");

    awaitState(ada.made("/api/v1/collections/" + id + "/run", "").path("harvest_id").asString(), "completed_success");
    assertThat(ada.seen("/api/v1/collections/" + id + "/gaps").path("gaps").findValuesAsString("state"))
        .containsOnly("closed");
    assertThat(ada.seen("/api/v1/collections/" + id).path("stats").findValuesAsString("amount"))
        .as("all of them, none twice").containsExactly("250");
  }

  @Test
  void deletedCollection_takesItsFilesAlong() {
    around.person("Forgotten", 1);
    String id = collection("To be deleted", "Forgotten", true);
    String harvest = ada.made("/api/v1/collections/" + id + "/run", "").path("harvest_id").asString();
    awaitState(harvest, "completed_success");
    assertThat(archive.resolve("collection_set/" + set + "/" + id)).isDirectory();
    assertProblem(ada.send("DELETE", "/api/v1/collections/" + id, ""), 403, "takes the role admin");
    assertProblem(admin.send("DELETE", "/api/v1/collections/" + id, ""), 409, "turn it off first");
    ada.made("/api/v1/collections/" + id + "/off", "");
    admin.done("DELETE", "/api/v1/collections/" + id, "");
    assertThat(archive.resolve("collection_set/" + set + "/" + id)).doesNotExist();
    assertThat(admin.get("/api/v1/collections/" + id).statusCode()).isEqualTo(404);
    assertThat(admin.get("/api/v1/audit").body()).contains("collection.delete", "collection.files-removed");
    assertThat(Json.write(admin.seen("/api/v1/warcs/?limit=1000"))).doesNotContain(harvest);
  }
}
