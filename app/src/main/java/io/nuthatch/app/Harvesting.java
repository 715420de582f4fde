package io.nuthatch.app;

import io.nuthatch.app.node.Events;
import io.nuthatch.app.node.Health;
import io.nuthatch.app.node.Metrics;
import io.nuthatch.app.node.Version;
import io.nuthatch.app.security.SecretBox;
import io.nuthatch.app.security.Security;
import io.nuthatch.app.settings.Catalogue;
import io.nuthatch.app.settings.Setting;
import io.nuthatch.app.settings.Settings;
import io.nuthatch.archive.Archive;
import io.nuthatch.archive.ArchiveException;
import io.nuthatch.archive.ArchiveSettings;
import io.nuthatch.archive.gzip.Compression;
import io.nuthatch.database.Database;
import io.nuthatch.feed.content.ChangeSink;
import io.nuthatch.feed.content.ContentStore;
import io.nuthatch.harvest.HarvestException;
import io.nuthatch.harvest.PlatformAdapter;
import io.nuthatch.harvest.Sealing;
import io.nuthatch.harvest.capture.CaptureClient;
import io.nuthatch.harvest.capture.CaptureSettings;
import io.nuthatch.harvest.capture.Limits;
import io.nuthatch.harvest.catalog.Catalog;
import io.nuthatch.harvest.catalog.CatalogException;
import io.nuthatch.harvest.catalog.Collection;
import io.nuthatch.harvest.catalog.CredentialVault;
import io.nuthatch.harvest.catalog.HarvestRequester;
import io.nuthatch.harvest.catalog.HarvestScheduler;
import io.nuthatch.harvest.catalog.HarvestTypes;
import io.nuthatch.harvest.catalog.Inbox;
import io.nuthatch.harvest.catalog.RequesterSettings;
import io.nuthatch.harvest.catalog.SchedulerSettings;
import io.nuthatch.harvest.catalog.StatusHandler;
import io.nuthatch.harvest.catalog.Viewer;
import io.nuthatch.harvest.catalog.WarcHandler;
import io.nuthatch.harvest.catalog.WebHarvestHandler;
import io.nuthatch.harvest.engine.HarvestWatch;
import io.nuthatch.harvest.engine.Harvester;
import io.nuthatch.harvest.engine.HarvesterSettings;
import io.nuthatch.harvest.engine.HarvesterSettings.Cuts;
import io.nuthatch.harvest.engine.HarvesterSettings.Lanes;
import io.nuthatch.harvest.engine.HarvesterSettings.Pace;
import io.nuthatch.harvest.engine.HarvesterSettings.Topics;
import io.nuthatch.harvest.engine.Performer;
import io.nuthatch.harvest.flickr.FlickrAdapter;
import io.nuthatch.harvest.quota.CredentialPool;
import io.nuthatch.harvest.quota.QuotaFigures;
import io.nuthatch.harvest.twitter1.Twitter1Adapter;
import io.nuthatch.harvest.twitter2.Twitter2Adapter;
import io.nuthatch.harvest.web.WebAdapter;
import io.nuthatch.harvest.web.WebSettings;
import io.nuthatch.model.Json;
import io.nuthatch.model.NuthatchException.Kind;
import io.nuthatch.queue.Bus;
import io.nuthatch.queue.JobQueue;
import io.nuthatch.queue.Outbox;
import io.nuthatch.queue.OutboxSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The collecting side of a node, put together: archive, content, catalogue, and by the node's roles the scheduler, who
 * asks for harvests and hears of them, and the harvester, who performs them. Those two speak by messages only, so that
 * either may be on another node or somebody else's.
 */
final class Harvesting {

  /** What it stands on. */
  record Ground(Settings settings, Path directory, Database database, JobQueue jobs, Bus bus, Security security) {
  }

  private static final String PURPOSE = "harvest";
  private static final Duration DRAIN = Duration.ofSeconds(20);

  private final Ground ground;
  private final Clock clock;
  private final Consumer<AutoCloseable> opened;
  private final Archive archive;
  private final Outbox outbox;
  private final ContentStore content;
  private final CaptureClient client;
  private final List<PlatformAdapter> adapters;
  private final Sealing sealing;
  private final CredentialVault vault;
  private final Catalog catalog;
  private final HarvestRequester requester;
  private final CredentialPool pool;

  /**
   * Opens what every node has.
   *
   * @param opened is told of every part that has to be closed, in the order in which it was opened
   */
  Harvesting(Ground ground, Clock clock, Consumer<AutoCloseable> opened) {
    this.ground = ground;
    this.clock = clock;
    this.opened = opened;
    Settings settings = ground.settings;
    Path root = settings.find(Catalogue.ARCHIVE_DIRECTORY).map(Path::of).orElse(ground.directory.resolve("archive"));
    this.archive = open(Archive.open(root.toAbsolutePath().normalize(), archiveSettings(settings), clock));
    ground.database.migrate(List.of(Catalog.migrations()));
    this.outbox = open(Outbox.start(ground.database, ground.bus, OutboxSettings.defaults(), clock));
    this.content = ContentStore.open(ground.database, ChangeSink.NONE, clock);
    String agent = settings.find(Catalogue.WEB_USER_AGENT).orElse("Nuthatch/" + Version.current());
    CaptureSettings capture = CaptureSettings.standard(agent, made(ground.directory.resolve("spool")));
    this.client = open(CaptureClient.create(capture, (host, address) -> true, clock));
    this.adapters = List.of(new Twitter1Adapter(), new Twitter2Adapter(), new FlickrAdapter(),
        open(WebAdapter.open(webSettings(settings), capture, clock)));
    this.sealing = sealing(ground.security.box());
    this.vault = new CredentialVault(sealing);
    this.catalog = new Catalog(HarvestTypes.of(adapters, named(settings, Catalogue.HARVEST_OFF)), vault, clock);
    this.requester = new HarvestRequester(catalog, vault, outbox::add, this::path,
        RequesterSettings.defaults().withPlainPlatforms(named(settings, Catalogue.HARVEST_PLAIN)));
    this.pool = new CredentialPool(ground.database, clock, CredentialPool.usualAfterRefusal());
  }

  private <T extends AutoCloseable> T open(T part) {
    opened.accept(part);
    return part;
  }

  private static Path made(Path directory) {
    try {
      return Files.createDirectories(directory);
    } catch (IOException e) {
      throw new AppException(Kind.CALLER, "cannot make the directory " + directory + ": " + e, e);
    }
  }

  Archive archive() {
    return archive;
  }

  ContentStore content() {
    return content;
  }

  Catalog catalog() {
    return catalog;
  }

  HarvestRequester requester() {
    return requester;
  }

  CredentialPool pool() {
    return pool;
  }

  /** Says how the archive and what is on its way out are, to whoever watches this node. */
  void show(Health health, Metrics metrics) {
    ArchiveSpace space = new ArchiveSpace(archive.root(), ground.settings.get(Catalogue.ARCHIVE_LEAST_FREE));
    health.watch("archive", "directory", space::check);
    metrics.gauge("nuthatch.archive.free.bytes", "Space left where WARCs are kept.", space::free);
    HarvestWatch watch = new HarvestWatch(ground.database);
    metrics.gauge("nuthatch.harvests.open", "Harvests that have not ended, of all nodes.",
        () -> watch.active().size());
    metrics.gauge("nuthatch.quota.waiting", "Harvests of this node that wait for a quota.",
        () -> pool.snapshot().stream().mapToInt(QuotaFigures::waiting).sum());
    metrics.gauge("nuthatch.outbox.waiting", "Messages that wait to be published, of all nodes.", outbox::waiting);
    metrics.counter("nuthatch.outbox.published", "Messages published by this node.", outbox,
        box -> box.figures().published());
    metrics.counter("nuthatch.outbox.refused", "Messages the bus would not take.", outbox,
        box -> box.figures().refused());
    metrics.counter("nuthatch.outbox.failures", "Attempts to publish that failed and are made again.", outbox,
        box -> box.figures().failures());
  }

  /** Asks for harvests when they are due, and hears what becomes of them; whoever listens to events is told. */
  void startScheduler(Events events) {
    Inbox inbox = new Inbox(new StatusHandler(ground.database, catalog, requester),
        new WarcHandler(ground.database, catalog, this::isInArchive), new WebHarvestHandler(ground.database, catalog));
    String queue = ground.settings.get(Catalogue.HARVEST_STATUS_QUEUE);
    Inbox.declare(ground.bus, queue);
    open(ground.bus.consume(queue, 1, delivery -> {
      inbox.handle(delivery);
      String harvest = Json.tree(delivery.message().text()).path("id").asString("");
      events.tell("harvest", Map.of("subject", harvest));
    }));
    SchedulerSettings usual = SchedulerSettings.defaults();
    Duration lost = ground.settings.get(Catalogue.HARVEST_LOST);
    open(HarvestScheduler.start(ground.database, catalog, requester,
        new SchedulerSettings(usual.tick(), lost, longer(lost, usual.foreignSilence()), usual.unclaimed(),
            usual.abandon())));
  }

  /** Performs harvests. */
  Harvester startHarvester() {
    Settings settings = ground.settings;
    Pace usual = Pace.usual();
    HarvesterSettings how = new HarvesterSettings(
        new Performer("Nuthatch Harvester", settings.get(Catalogue.NODE_NAME),
            Long.toString(ProcessHandle.current().pid())),
        Topics.usual().withSwitchedOff(named(settings, Catalogue.HARVEST_OFF)),
        new Lanes(settings.get(Catalogue.HARVEST_WORKERS), settings.get(Catalogue.HARVEST_PRIORITY_WORKERS),
            settings.get(Catalogue.HARVEST_STREAMS), settings.get(Catalogue.HARVEST_WEB_WORKERS),
            settings.get(Catalogue.HARVEST_LEASE), DRAIN),
        new Pace(settings.get(Catalogue.HARVEST_STATUS), settings.get(Catalogue.HARVEST_TRIES), usual.backoff(),
            usual.fruitless()),
        new Cuts(settings.get(Catalogue.HARVEST_WARC_SIZE), settings.get(Catalogue.HARVEST_WARC_AGE),
            Cuts.usual().segmentBytes(), Cuts.usual().segmentAge()),
        baseUrls(settings));
    return open(Harvester.start(how,
        new Harvester.Foundation(ground.database, ground.jobs, ground.bus, outbox, archive, content),
        new Harvester.Reach(adapters, client, Limits.STANDARD, pool, this::credential, sealing), clock));
  }

  /** Where platforms are by the settings; an address without a path gets the one the platform itself has. */
  private Map<String, String> baseUrls(Settings settings) {
    Map<String, URI> given = settings.family(Catalogue.PLATFORM_BASE_URL);
    Map<String, String> urls = new HashMap<>();
    for (PlatformAdapter adapter : adapters) {
      URI url = given.get(adapter.platform());
      if (url != null) {
        boolean bare = url.getPath() == null || url.getPath().isEmpty() || url.getPath().equals("/");
        urls.put(adapter.platform(),
            bare ? url.resolve(URI.create(adapter.defaultBaseUrl()).getPath()).toString() : url.toString());
      }
    }
    return urls;
  }

  /** The directory of a collection, as harvesters are told it. */
  private String path(Collection collection) {
    return archive.collection(collection.homeSetId(), collection.id()).toString();
  }

  private boolean isInArchive(String path) {
    try {
      archive.resolve(path);
      return true;
    } catch (ArchiveException e) {
      return false;
    }
  }

  private Optional<Map<String, String>> credential(String id) {
    try {
      return ground.database.read(reading -> catalog.credentials().get(reading, Viewer.NODE, id).active()
          ? Optional.of(vault.open(reading, id))
          : Optional.empty());
    } catch (CatalogException e) {
      return Optional.empty();
    }
  }

  private static Sealing sealing(SecretBox box) {
    return new Sealing() {
      @Override
      public byte[] seal(byte[] plain) {
        return box.seal(PURPOSE, plain);
      }

      @Override
      public byte[] open(byte[] sealed) {
        return box.open(PURPOSE, sealed).orElseThrow(() -> new HarvestException(Kind.BROKEN,
            "a sealed credential or message cannot be opened: it was sealed with another key; put the old key back",
            null));
      }
    };
  }

  private static ArchiveSettings archiveSettings(Settings settings) {
    ArchiveSettings usual = ArchiveSettings.defaults();
    return usual.withCompression(new Compression(usual.compression().by(), settings.get(Catalogue.ARCHIVE_LEVEL)))
        .withSoftware("Nuthatch/" + Version.current(), usual.operator(), settings.get(Catalogue.NODE_NAME));
  }

  private static WebSettings webSettings(Settings settings) {
    WebSettings usual = WebSettings.STANDARD;
    Duration pause = settings.get(Catalogue.WEB_PAUSE);
    return new WebSettings(settings.find(Catalogue.WEB_ALLOW).orElse(List.of()), usual.parallel(), pause,
        longer(pause, usual.longestPause()), usual.tries());
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private static Set<String> named(Settings settings, Setting<List<String>> setting) {
    return Set.copyOf(settings.find(setting).orElse(List.of()));
  }
}
