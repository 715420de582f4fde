package io.nuthatch.harvest.engine;

import io.nuthatch.archive.Archive;
import io.nuthatch.archive.ArchiveSettings;
import io.nuthatch.archive.WarcReader;
import io.nuthatch.archive.WarcRecord;
import io.nuthatch.archive.items.ItemReaders;
import io.nuthatch.database.Database;
import io.nuthatch.database.Migrations;
import io.nuthatch.database.postgres.PostgresDatabase;
import io.nuthatch.database.postgres.PostgresSettings;
import io.nuthatch.database.sqlite.SqliteDatabase;
import io.nuthatch.database.sqlite.SqliteSettings;
import io.nuthatch.harvest.PlatformAdapter;
import io.nuthatch.harvest.Sealing;
import io.nuthatch.harvest.capture.AddressPolicy;
import io.nuthatch.harvest.capture.CaptureClient;
import io.nuthatch.harvest.capture.CaptureSettings;
import io.nuthatch.harvest.capture.Limits;
import io.nuthatch.harvest.quota.CredentialPool;
import io.nuthatch.model.Json;
import io.nuthatch.model.PostSink;
import io.nuthatch.model.message.HarvestStart;
import io.nuthatch.model.message.HarvestStatus;
import io.nuthatch.model.message.Reference;
import io.nuthatch.model.message.SeedReference;
import io.nuthatch.queue.BackoffPolicy;
import io.nuthatch.queue.Bus;
import io.nuthatch.queue.JobQueue;
import io.nuthatch.queue.Message;
import io.nuthatch.queue.Outbox;
import io.nuthatch.queue.OutboxSettings;
import io.nuthatch.queue.QueueDeclaration;
import io.nuthatch.queue.QueueTime;
import io.nuthatch.queue.embedded.EmbeddedBus;
import io.nuthatch.queue.embedded.EmbeddedJobQueue;
import io.nuthatch.queue.embedded.EmbeddedSettings;
import io.nuthatch.queue.postgres.PostgresJobQueue;
import io.nuthatch.queue.rabbit.RabbitBus;
import io.nuthatch.queue.rabbit.RabbitSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** A node on one directory that does nothing but harvest, and hears everything it says. */
final class TestNode implements AutoCloseable {

  static final String SECRET = "s3cret-t0ken-of-the-toy";
  static final String COLLECTION = "c0ffee";
  private static final InstantSource CLOCK = InstantSource.system();

  /** What is below the harvester. */
  record Base(Database database, JobQueue jobs, Bus bus) implements AutoCloseable {

    static Base embedded(Path directory) {
      Database database = SqliteDatabase.open(directory.resolve("database"), SqliteSettings.defaults());
      database.migrate(List.of(Migrations.of("harvest")));
      return new Base(database,
          EmbeddedJobQueue.open(directory.resolve("jobs"), EmbeddedSettings.defaults(), QueueTime.system()),
          EmbeddedBus.open(directory.resolve("bus"), EmbeddedSettings.defaults(), QueueTime.system()));
    }

    static Base distributed(String jdbcUrl, String amqpUrl) {
      Database database = PostgresDatabase.open(jdbcUrl, PostgresSettings.defaults());
      database.migrate(List.of(Migrations.of("queue"), Migrations.of("harvest")));
      return new Base(database, PostgresJobQueue.open(database, jdbcUrl, 20, CLOCK),
          RabbitBus.open(amqpUrl, RabbitSettings.defaults(), CLOCK));
    }

    @Override
    public void close() {
      bus.close();
      jobs.close();
      database.close();
    }
  }

  final Base base;
  final Path root;
  final List<Message> heard = new CopyOnWriteArrayList<>();
  private final Outbox outbox;
  private final Archive archive;
  private final CaptureClient client;
  private final Bus.Consumer listener;
  final Harvester harvester;

  private TestNode(Base base, Path directory, HarvesterSettings settings, List<PlatformAdapter> adapters,
      PostSink posts) {
    this.base = base;
    root = directory.resolve("archive");
    outbox = Outbox.start(base.database, base.bus, OutboxSettings.defaults(), CLOCK);
    archive = Archive.open(root, ArchiveSettings.defaults(), CLOCK);
    Path spool = directory.resolve("spool");
    try {
      Files.createDirectories(spool);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    client = CaptureClient.create(CaptureSettings.standard("toy", spool), AddressPolicy.ANY, CLOCK);
    base.bus.declare(QueueDeclaration.of("requester", "harvest.status.#", "warc_created"));
    listener = base.bus.consume("requester", 1, delivery -> heard.add(delivery.message()));
    CredentialPool pool = new CredentialPool(base.database, CLOCK,
        new BackoffPolicy(Duration.ofMillis(100), Duration.ofSeconds(1), 0));
    harvester = Harvester.start(settings,
        new Harvester.Foundation(base.database, base.jobs, base.bus, outbox, archive, posts),
        new Harvester.Reach(adapters, client, Limits.STANDARD, pool,
            id -> id.equals("known") ? Optional.of(Map.of("token", SECRET)) : Optional.empty(), Mirrored.SEALING),
        CLOCK);
  }

  static TestNode start(Path directory, ToyPlatform platform, PostSink posts) {
    return start(Base.embedded(directory), directory, quick(platform.url()), List.of(new ToyAdapter()), posts);
  }

  static TestNode start(Base base, Path directory, HarvesterSettings settings, List<PlatformAdapter> adapters,
      PostSink posts) {
    return new TestNode(base, directory, settings, adapters, posts);
  }

  /** Everything as usual, but sooner. */
  static HarvesterSettings quick(String toyUrl) {
    return HarvesterSettings.usual(new Performer("Toy Harvester", "here", "1"))
        .with(new HarvesterSettings.Lanes(8, 2, 8, 2, Duration.ofSeconds(3), Duration.ofSeconds(10)))
        .with(new HarvesterSettings.Pace(Duration.ofSeconds(1), 3,
            new BackoffPolicy(Duration.ofMillis(20), Duration.ofMillis(100), 0.5), 10))
        .with(new HarvesterSettings.Cuts(1_000_000_000, Duration.ofMinutes(30), 64 << 10, Duration.ofMillis(200)))
        .withBaseUrls(Map.of("toy", toyUrl));
  }

  /** Turns bits around: not a secret well kept, but not the text as it was either. */
  private static final class Mirrored implements Sealing {
    static final Sealing SEALING = new Mirrored();

    @Override
    public byte[] seal(byte[] plain) {
      byte[] turned = plain.clone();
      for (int i = 0; i < turned.length; i++) {
        turned[i] = (byte) ~turned[i];
      }
      return turned;
    }

    @Override
    public byte[] open(byte[] sealed) {
      return seal(sealed);
    }
  }

  static HarvestStart order(String id, String type, String... tokens) {
    return order(id, type, Map.of(), tokens);
  }

  static HarvestStart order(String id, String type, Map<String, JsonNode> options, String... tokens) {
    List<SeedReference> seeds = new ArrayList<>();
    for (String token : tokens) {
      seeds.add(new SeedReference("seed-" + token, StringNode.valueOf(token), null));
    }
    return new HarvestStart(id, null, type, null, seeds, options, Map.of("token", SECRET), new Reference("set"),
        new Reference(COLLECTION));
  }

  void ask(HarvestStart order) {
    base.bus.publish(Message.of("harvest.start.toy." + order.type(), Json.write(order)));
  }

  void askToStop(String id) {
    base.bus.publish(Message.of("harvest.stop.toy.any", "{\"id\":\"" + id + "\"}"));
  }

  /** Statuses of a harvest, repeats left out, in the order of their numbers. */
  List<HarvestStatus> statuses(String id) {
    TreeMap<Long, HarvestStatus> statuses = new TreeMap<>();
    for (Message message : heard) {
      if (message.routingKey().startsWith("harvest.status.")) {
        HarvestStatus status = Json.read(message.body(), HarvestStatus.class);
        if (status.id().equals(id)) {
          statuses.put(status.sequence() == null ? 0 : status.sequence(), status);
        }
      }
    }
    return List.copyOf(statuses.values());
  }

  HarvestStatus awaitEnd(String id) {
    Awaitility.await("the end of " + id).atMost(Duration.ofSeconds(40)).until(() -> statuses(id).stream()
        .anyMatch(status -> status.status().startsWith("completed")));
    return statuses(id).getLast();
  }

  HarvestStatus harvest(HarvestStart order) {
    ask(order);
    return awaitEnd(order.id());
  }

  List<JsonNode> heard(String routingKey) {
    return heard.stream().filter(message -> message.routingKey().equals(routingKey))
        .map(message -> Json.tree(message.text())).toList();
  }

  /** How often each post is in the archive's files. */
  Map<Long, Integer> archived() {
    return archived(root);
  }

  static Map<Long, Integer> archived(Path root) {
    Map<Long, Integer> found = new TreeMap<>();
    for (Path file : files(root, ".warc.gz")) {
      try (WarcReader reader = WarcReader.open(file)) {
        for (WarcRecord record = reader.next(); record != null; record = reader.next()) {
          String url = record.target();
          if (record.type().equals("response") && url != null) {
            ItemReaders.read(new ToyAdapter().items(), url, record.payload(),
                item -> found.merge(Long.parseLong(item.name().nativeId()), 1, Integer::sum));
          }
        }
      }
    }
    return found;
  }

  static List<Path> files(Path root, String suffix) {
    if (!Files.exists(root)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(path -> path.toString().endsWith(suffix) && Files.isRegularFile(path)).sorted().toList();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Everything said has left. */
  boolean isQuiet() {
    return outbox.waiting() == 0;
  }

  /** Closes the harvester and what it stands on. */
  @Override
  public void close() {
    closeHarvester();
    base.close();
  }

  /** Closes the harvester; the base is left to another. */
  void closeHarvester() {
    harvester.close();
    Awaitility.await().until(() -> outbox.waiting() == 0);
    outbox.close();
    listener.close();
    client.close();
    archive.close();
  }
}
