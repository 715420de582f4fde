package io.nuthatch.app.bus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.nuthatch.model.Json;
import io.nuthatch.queue.Bus;
import io.nuthatch.queue.Delivery;
import io.nuthatch.queue.Message;
import io.nuthatch.queue.QueueDeclaration;
import io.nuthatch.queue.QueueException;
import io.nuthatch.queue.rabbit.RabbitBus;
import io.nuthatch.queue.rabbit.RabbitSettings;
import io.nuthatch.simulator.servers.RabbitServer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Components of a Social Feed Manager, in Python, and our bus on one RabbitMQ: each reads what the other writes. */
@Tag("slow")
class SfmComponentSystemTest {

  private static final String OURS = "nuthatch_harvester";
  private static final String DEAD = OURS + ".dead";
  /** The requester's queue, by the name SFM gives it. */
  private static final String THEIRS = "sfm_ui";
  private static final String START = "harvest.start.flickr.flickr_user";
  private static final String STATUS = "harvest.status.flickr.flickr_user";
  private static final byte[] ORDER = SfmComponent.read("harvest_start.json");

  private final Queue<String> handled = new ConcurrentLinkedQueue<>();
  private RabbitBus bus;

  @BeforeEach
  void connect() {
    bus = open(RabbitSettings.defaults());
    List.of(OURS, DEAD, THEIRS).forEach(bus::delete);
    bus.declare(QueueDeclaration.of(OURS, "harvest.start.*.*"));
  }

  @AfterEach
  void disconnect() {
    bus.close();
  }

  @Test
  void harvestOrderedByAComponent_isUnderstoodAndAnsweredInOrder() {
    List<Message> answers = List.of(status("running"), warcCreated(), status("completed success"));
    try (Bus.Consumer harvester = bus.consume(OURS, 1, delivery -> {
      handle(delivery);
      bus.publish(answers);
    });
        SfmComponent requester = component(ORDER, "--bind", "harvest.status.*.*", "--bind", "warc_created", "--publish",
            START, "--receive", "3")) {
      List<JsonNode> received = requester.received();

      assertThat(handled).as("byte for byte, fields nobody knows included").containsExactly(new String(ORDER, UTF_8));
      assertThat(received).extracting(m -> m.get("routing_key").asString())
          .containsExactly(STATUS, "warc_created", STATUS);
      assertThat(received).extracting(m -> m.get("body"))
          .containsExactlyElementsOf(answers.stream().map(answer -> Json.tree(answer.text())).toList());
      assertThat(received).allSatisfy(m -> {
        assertThat(m.get("content_type").asString()).isEqualTo("application/json");
        assertThat(m.get("delivery_mode").asInt()).isEqualTo(2);
      });
      assertThat(harvester).isNotNull();
    }
  }

  @Test
  void queueThatAComponentDeclares_isDeclaredByUsAlike_whoeverIsFirst() {
    QueueDeclaration declaration = QueueDeclaration.of(THEIRS, "harvest.status.*.*");
    try (RabbitBus alike = open(RabbitSettings.defaults().withClassic(Set.of(THEIRS)))) {
      run("", "--bind", "warc_created");
      alike.declare(declaration);
      alike.publish(List.of(warcCreated(), status("running")));
      assertThat(alike.depth(THEIRS)).as("both bindings").isEqualTo(2);

      alike.delete(THEIRS);
      alike.declare(declaration);
      run("", "--bind", "warc_created");
      alike.publish(List.of(warcCreated(), status("running")));
      assertThat(run("", "--receive", "2")).hasSize(2);
    }
    assertThatThrownBy(() -> bus.declare(declaration)).as("as a quorum queue of ours").isInstanceOf(
        QueueException.class).hasMessageContaining("PRECONDITION_FAILED").hasMessageContaining(THEIRS);
  }

  @Test
  void malformedMessageOfAComponent_isADeadLetterAtOnce_andTheNextIsHandled() {
    List<String> malformed = List.of("harvest, please", "[1, 2]", "{\"type\": \"flickr_user\"}");
    try (Bus.Consumer harvester = bus.consume(OURS, 1, this::handle)) {
      malformed.forEach(body -> run(body, "--publish", START));
      run(order("good").text(), "--publish", START);

      await().until(() -> handled.size() > malformed.size());
      await().until(() -> bus.depth(DEAD) == malformed.size());
      assertThat(harvester).isNotNull();
    }
    assertThat(handled).as("each once").hasSize(malformed.size() + 1).containsAll(malformed);
    assertThat(bus.depth(OURS)).isZero();
    List<Delivery> dead = bus.get(DEAD, 10);
    assertThat(dead).extracting(letter -> letter.message().text()).containsExactlyElementsOf(malformed);
    assertThat(dead).extracting(letter -> letter.message().routingKey()).containsOnly(START);
    assertThat(dead).extracting(Delivery::reason).satisfiesExactly(
        notJson -> assertThat(notJson).contains("not the JSON that was expected at line 1"),
        list -> assertThat(list).contains("not the JSON that was expected at line 1"),
        withoutId -> assertThat(withoutId).contains("has no id"));
  }

  @Test
  void messageWithATtl_tellsAComponentWhenItEnds_andLeavesWhenNobodyConsumes() {
    run("", "--bind", "harvest.status.*.*");
    Instant before = InstantSource.system().instant();
    bus.publish(status("running").withTtl(Duration.ofMinutes(10)));
    JsonNode received = run("", "--receive", "1").getFirst();

    assertThat(received.get("expiration").asString()).isEqualTo("600000");
    assertThat(Instant.parse(received.get("headers").get("expires_at").asString()))
        .isBetween(before.plusSeconds(600), before.plusSeconds(660));

    bus.publish(List.of(status("running").withTtl(Duration.ofSeconds(2)),
        Message.of(START, ORDER).withTtl(Duration.ofSeconds(2))));
    assertThat(bus.depth(THEIRS)).isOne();
    await().until(() -> bus.depth(THEIRS) == 0 && bus.depth(OURS) == 0 && bus.depth(DEAD) == 1);
    assertThat(bus.get(DEAD, 1)).extracting(Delivery::reason).containsExactly("expired");
  }

  @Test
  void brokerThatIsRestarted_keepsWhatIsDurable_andBothSidesComeBack() {
    run(new String(ORDER, UTF_8), "--bind", "harvest.status.*.*", "--publish", START);
    bus.publish(status("running"));
    await().until(() -> bus.depth(OURS) == 1 && bus.depth(THEIRS) == 1);
    RabbitServer.shared().stop();
    try (SfmComponent requester = component(new byte[0], "--receive", "2")) {
      RabbitServer.shared().restart();
      await().atMost(Duration.ofSeconds(30)).ignoreExceptions().until(() -> bus.consumers(THEIRS) == 1);
      try (Bus.Consumer harvester = bus.consume(OURS, 1, this::handle)) {
        // With a prefetch of one, the second is delivered when the acknowledgement of the first has arrived.
        bus.publish(order("second"));
        await().until(() -> handled.contains(order("second").text()));
        RabbitServer.shared().restart();
        run(order("third").text(), "--publish", START);
        await().atMost(Duration.ofSeconds(30)).until(() -> handled.contains(order("third").text()));
        assertThat(handled).as("acknowledged, so not delivered again").containsOnlyOnce(new String(ORDER, UTF_8));
        assertThat(harvester).isNotNull();
      }
      await().ignoreExceptions().untilAsserted(() -> bus.publish(status("completed success")));
      assertThat(requester.received()).extracting(m -> m.get("body").get("status").asString())
          .containsExactly("running", "completed success");
    }
  }

  /** What our harvester reads of an order; the rest of it is ignored. */
  private record Order(@Nullable String id) {
  }

  private void handle(Delivery delivery) {
    handled.add(delivery.message().text());
    if (Json.read(delivery.message().body(), Order.class).id() == null) {
      throw QueueException.caller("the order has no id");
    }
  }

  private static Message order(String id) {
    return Message.of(START, "{\"id\": \"" + id + "\", \"unknown\": {}}");
  }

  private static Message status(String status) {
    return Message.of(STATUS, """
        {"id": "sfmui:45", "status": "%s", "date_started": "2015-07-28T11:17:36.640044", "infos": [], "warnings": [],
         "errors": [], "stats": {"2016-05-20": {"photos": 12}}, "warcs": {"count": 3, "bytes": 345234242},
         "token_updates": {"a36fe186fbfa47a89dbb0551e1f0f181": "j.littman"}, "service": "Nuthatch", "instance": "39"}
        """.formatted(status));
  }

  private static Message warcCreated() {
    return Message.of("warc_created", """
        {"warc": {"path": "/sfm-data/2015/07/28/11/harvest.warc.gz", "sha1": "7512e1c227c29332172118f0b79b2ca75cbe8979",
                  "bytes": 26146, "id": "aba6033aafce4fbabd846026ca47f13e",
                  "date_created": "2015-07-28T11:17:36.640178"},
         "collection_set": {"id": "3989a5f99e41487aaef698680537c3f5"},
         "collection": {"id": "6980fac666c54322a2ebdbcb2a9510f5"},
         "harvest": {"id": "sfmui:45", "type": "flickr_user"}}
        """);
  }

  private static RabbitBus open(RabbitSettings settings) {
    return RabbitBus.open(RabbitServer.shared().url(), settings, InstantSource.system());
  }

  private static SfmComponent component(byte[] body, String... work) {
    return SfmComponent.start(RabbitServer.shared().url(), THEIRS, body, work);
  }

  private static List<JsonNode> run(String body, String... work) {
    try (SfmComponent component = component(body.getBytes(UTF_8), work)) {
      return component.received();
    }
  }
}
