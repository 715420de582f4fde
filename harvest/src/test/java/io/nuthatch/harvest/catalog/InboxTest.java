package io.nuthatch.harvest.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.nuthatch.database.sqlite.SqliteDatabase;
import io.nuthatch.database.sqlite.SqliteSettings;
import io.nuthatch.model.Json;
import io.nuthatch.queue.Bus;
import io.nuthatch.queue.Delivery;
import io.nuthatch.queue.Message;
import io.nuthatch.queue.Outbox;
import io.nuthatch.queue.OutboxSettings;
import io.nuthatch.queue.QueueDeclaration;
import io.nuthatch.queue.QueueTime;
import io.nuthatch.queue.embedded.EmbeddedBus;
import io.nuthatch.queue.embedded.EmbeddedSettings;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The catalogue on a real bus, with a harvester that is played by hand: §4.1 (3-5). */
class InboxTest {

  private static final String QUEUE = "sfm_ui";

  @TempDir
  Path directory;

  private World world;
  private Bus bus;
  private Outbox outbox;
  private Bus.Consumer consumer;

  @BeforeEach
  void open() {
    world = new World(SqliteDatabase.open(directory.resolve("database"), SqliteSettings.defaults()));
    bus = EmbeddedBus.open(directory.resolve("bus"), EmbeddedSettings.defaults().withSegments(1 << 18, 500),
        QueueTime.system());
    bus.declare(QueueDeclaration.of("harvester", "harvest.start.#", "harvest.stop.#"));
    outbox = Outbox.start(world.database, bus, OutboxSettings.defaults(), world.clock);
    consumer = new Inbox(world.statuses, new WarcHandler(world.database, world.catalog, p -> p.startsWith("/data/")),
        new WebHarvestHandler(world.database, world.catalog)).open(bus, QUEUE);
  }

  @AfterEach
  void close() {
    consumer.close();
    outbox.close();
    bus.close();
    world.close();
  }

  private void publish(String key, String body) {
    bus.publish(Message.of(key, body));
  }

  private Delivery next(String queue) {
    return await().until(() -> bus.get(queue, 1), found -> !found.isEmpty()).getFirst();
  }

  private String deadLetter() {
    Delivery dead = next(QUEUE + ".dead");
    dead.acknowledge();
    return String.valueOf(dead.reason());
  }

  @Test
  void harvest_isAskedForDoneAndOnRecord_withTheMessagesOfTheSpecification() {
    Collection collection = world.on(world.plan("flickr_user").withSchedule(Schedule.of("every 1d")), "justin");
    try (HarvestScheduler _ = HarvestScheduler.start(world.database, world.catalog, requester(),
        SchedulerSettings.defaults())) {
      Delivery start = next("harvester");
      start.acknowledge();
      assertThat(start.message().routingKey()).isEqualTo("harvest.start.flickr.flickr_user");
      JsonNode asked = Json.tree(start.message().text());
      String id = asked.path("id").asString();
      String seed = asked.path("seeds").path(0).path("id").asString();
      publish("harvest.status.flickr.flickr_user", "{\"id\": \"" + id + "\", \"status\": \"running\"}");
      publish("warc_created", """
          {"warc": {"path": "/data/a/x.warc.gz", "sha1": "7512e1c227c29332172118f0b79b2ca75cbe8979", "bytes": 26146,
            "id": "aba6033aafce4fbabd846026ca47f13e", "date_created": "2015-07-28T11:17:36.640178"},
           "collection_set": {"id": "x"}, "collection": {"id": "y"},
           "harvest": {"id": "%s", "type": "flickr_user"}, "extra": {"information": 1}}""".formatted(id));
      publish("harvest.status.flickr.flickr_user.priority", """
          {"id": "%s", "status": "completed success", "date_started": "2015-07-28T11:17:36.640044",
           "date_ended": "2015-07-28T11:17:42.539470+02:00", "infos": [], "errors": null,
           "warnings": [{"code": "odd", "message": "odd", "seed_id": "%s"}],
           "stats": {"2016-05-20": {"photos": 12}, "2016-05-21": {"photos": 19}},
           "token_updates": {"%s": "j.littman"}, "uids": {"%s": "671366249@N03"},
           "warcs": {"count": 3, "bytes": 345234242}, "service": "Flickr Harvester", "host": "f0c3c5ef7031",
           "instance": "39", "more": [1, 2]}""".formatted(id, seed, seed, seed));
      await().until(() -> world.state(id) == HarvestState.COMPLETED_SUCCESS);
      Harvest harvest = world.harvest(id);
      assertThat(harvest.times().started()).isEqualTo(Instant.parse("2015-07-28T11:17:36.640044Z"));
      assertThat(harvest.times().ended()).isEqualTo(Instant.parse("2015-07-28T09:17:42.539470Z"));
      assertThat(harvest.figures()).isEqualTo(
          new Harvest.Figures(3, 345234242, "Flickr Harvester", "f0c3c5ef7031", "39", null));
      List<Warc> warcs = world.read(
          r -> world.catalog.warcs().list(r, World.ADA, WarcStore.Filter.ofHarvest(id), 9, 0));
      assertThat(warcs).extracting(Warc::path).containsExactly("/data/a/x.warc.gz");
      assertThat(warcs.getFirst().createdAt()).isEqualTo(Instant.parse("2015-07-28T11:17:36.640178Z"));
      assertThat(world.list(r -> world.catalog.seeds().list(r, World.ADA, collection.id(), true, 9, 0)))
          .extracting(s -> s.token() + " " + s.uid()).containsExactly("j.littman 671366249@N03");
    }
  }

  private HarvestRequester requester() {
    return new HarvestRequester(world.catalog, world.vault, outbox::add, c -> "/data/" + c.id(),
        RequesterSettings.defaults());
  }

  @Test
  void malformedMessages_becomeDeadLettersWithAReason_andOthersGoOn() {
    String id = world.started(world.on(world.plan("flickr_user"), "a"));
    publish("harvest.status.flickr.flickr_user", "{\"id\": ");
    assertThat(deadLetter()).contains("not the JSON");
    publish("harvest.status.flickr.flickr_user", "{\"id\": \"" + id + "\", \"status\": \"dancing\"}");
    assertThat(deadLetter()).contains("not dancing");
    publish("harvest.status.flickr.flickr_user", "{\"status\": \"running\"}");
    assertThat(deadLetter()).contains("by id");
    publish("harvest.status.flickr.flickr_user",
        "{\"id\": \"" + id + "\", \"status\": \"running\", \"stats\": {\"2016-05-20\": null}}");
    assertThat(deadLetter()).contains("by day");
    publish("warc_created", "{\"warc\": {\"id\": \"1\"}, \"harvest\": {\"id\": \"" + id + "\"}}");
    assertThat(deadLetter()).contains("path, sha1 and bytes");
    publish("warc_created", warc("w1", "/etc/passwd", id));
    assertThat(deadLetter()).contains("/etc/passwd").contains("not in the archive");
    publish("harvest.start.web", "{}");
    assertThat(deadLetter()).contains("an id and a type");
    publish("harvest.status.flickr.flickr_user", "{\"id\": \"" + id + "\", \"status\": \"running\"}");
    await().until(() -> world.state(id) == HarvestState.RUNNING);
  }

  @Test
  void unknownIdsAndKeys_areIgnored_andFilesToldTwiceAreKeptOnce() {
    String id = world.started(world.on(world.plan("flickr_user"), "a"));
    publish("harvest.status.flickr.flickr_user", "{\"id\": \"other\", \"status\": \"running\"}");
    publish("warc_created", warc("w0", "/data/w0", "other"));
    publish("harvest.status", "what?");
    publish("warc_created", warc("w1", "/data/w1", id));
    publish("warc_created", warc("w1", "/data/w1", id));
    publish("warc_created", warc("w2", "/data/w1", id));
    publish("harvest.status.flickr.flickr_user", "{\"id\": \"" + id + "\", \"status\": \"running\"}");
    await().until(() -> world.state(id) == HarvestState.RUNNING);
    assertThat(world.list(r -> world.catalog.warcs().list(r, World.ADA, WarcStore.Filter.ALL, 9, 0)))
        .extracting(Warc::id).containsExactly("w1");
    assertThat(bus.depth(QUEUE + ".dead")).isEqualTo(0);
  }

  @Test
  void harvestOfTheWeb_isKnownByItsParent_andItsFilesAreNotInThePortableList() {
    Collection collection = world.on(world.plan("flickr_user"), "a");
    String parent = world.started(collection);
    String start = "{\"id\": \"flickr:45\", \"parent_id\": \"%s\", \"type\": \"web\", \"seeds\": []}";
    publish("harvest.start.web", start.formatted(parent));
    publish("harvest.start.web", start.formatted(parent));
    publish("harvest.start.web", "{\"id\": \"flickr:46\", \"parent_id\": \"unknown\", \"type\": \"web\"}");
    publish("warc_created", warc("w1", "/data/web", "flickr:45"));
    publish("harvest.status.web", "{\"id\": \"flickr:45\", \"status\": \"completed failure\"}");
    await().until(() -> world.read(r -> HarvestStore.find(r, "flickr:45"))
        .filter(h -> h.state() == HarvestState.COMPLETED_FAILURE).isPresent());
    Harvest web = world.harvest("flickr:45");
    assertThat(web.parentId()).isEqualTo(parent);
    assertThat(web.collectionId()).isEqualTo(collection.id());
    assertThat(world.now(collection).state().on()).isTrue();
    assertThat(world.<PortableLists.Page<Warc>>read(r -> new PortableLists(world.catalog).warcs(r,
        World.ADA, PortableLists.WarcQuery.all(), PortableLists.Window.FIRST)).count()).isZero();
    assertThat(world.list(r -> world.catalog.warcs().list(r, World.ADA, WarcStore.Filter.ALL, 9, 0))).hasSize(1);
  }

  private static String warc(String id, String path, String harvest) {
    return """
        {"warc": {"id": "%s", "path": "%s", "sha1": "7512E1c227c29332172118f0b79b2ca75cbe8979", "bytes": 9},
         "harvest": {"id": "%s", "type": "flickr_user"}}""".formatted(id, path, harvest);
  }
}
