package io.nuthatch.app;

import io.nuthatch.app.api.CatalogDesk;
import io.nuthatch.app.node.Events;
import io.nuthatch.app.node.Version;
import io.nuthatch.app.security.SecretBox;
import io.nuthatch.app.security.Security;
import io.nuthatch.app.settings.Catalogue;
import io.nuthatch.app.settings.Settings;
import io.nuthatch.archive.Archive;
import io.nuthatch.archive.ArchiveSettings;
import io.nuthatch.archive.gzip.Compression;
import io.nuthatch.database.Database;
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
import io.nuthatch.harvest.catalog.WarcHandler;
import io.nuthatch.harvest.catalog.WebHarvestHandler;
import io.nuthatch.harvest.engine.Harvester;
import io.nuthatch.harvest.engine.HarvesterSettings;
import io.nuthatch.harvest.engine.HarvesterSettings.Cuts;
import io.nuthatch.harvest.engine.HarvesterSettings.Lanes;
import io.nuthatch.harvest.engine.HarvesterSettings.Pace;
import io.nuthatch.harvest.engine.HarvesterSettings.Topics;
import io.nuthatch.harvest.engine.Performer;
import io.nuthatch.harvest.flickr.FlickrAdapter;
import io.nuthatch.harvest.quota.CredentialPool;
import io.nuthatch.harvest.twitter1.Twitter1Adapter;
import io.nuthatch.harvest.twitter2.Twitter2Adapter;
import io.nuthatch.harvest.web.WebAdapter;
import io.nuthatch.harvest.web.WebSettings;
import io.nuthatch.model.Json;
import io.nuthatch.model.NuthatchException.Kind;
import io.nuthatch.queue.Bus;
import io.nuthatch.queue.Delivery;
import io.nuthatch.queue.JobQueue;
import io.nuthatch.queue.Outbox;
import io.nuthatch.queue.OutboxSettings;
import io.nuthatch.queue.QueueDeclaration;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The collecting side of a node, put together: archive, content, catalogue, and by the node's roles the scheduler, who
 * asks for harvests and hears of them, and the harvester, who performs them. They speak by messages only, so that either
 * may be on another node or somebody else's.
 */
final class Harvesting {

  /** What the rest of the node stands on. */
  record Ground(Settings settings, Path directory, Database database, JobQueue jobs, Bus bus, Security security) {
  }

  private static final Duration DRAIN = Duration.ofSeconds(20);

  private final Ground ground;
  private final Clock clock;
  private final Archive archive;
  private final ContentStore content;
  private final Outbox outbox;
  private final List<PlatformAdapter> adapters;
  private final CaptureClient client;
  private final CredentialVault vault;
  private final Catalog catalog;
  private final HarvestRequester requester;
  private final CredentialPool pool;

  /** @param opening takes every part that has to be closed, in the order in which it was opened */
  Harvesting(Ground ground, Clock clock, Function<AutoCloseable, AutoCloseable> opening) {
    this.ground = ground;
    this.clock = clock;
    Settings settings = ground.settings;
    Path root = settings.find(Catalogue.ARCHIVE_DIRECTORY).map(Path::of).orElse(ground.directory.resolve("archive"));
    this.archive = opened(opening, Archive.open(root.toAbsolutePath().normalize(), archiveSettings(settings), clock));
    ground.database.migrate(List.of(Catalog.migrations()));
    this.outbox = opened(opening, Outbox.start(ground.database, ground.bus, OutboxSettings.defaults(), clock));
    this.content = ContentStore.open(ground.database, outbox, clock);
    String agent = settings.find(Catalogue.WEB_USER_AGENT).orElse("Nuthatch/" + Version.current());
    CaptureSettings capture = CaptureSettings.standard(agent, ground.directory.resolve("spool"));
    this.client = opened(opening, CaptureClient.create(capture, (host, address) -> true, clock));
    WebAdapter web = opened(opening, WebAdapter.open(webSettings(settings), capture, clock));
    this.adapters = List.of(new Twitter1Adapter(), new Twitter2Adapter(), new FlickrAdapter(), web);
    Sealing sealing = sealing(ground.security.box());
    this.vault = new CredentialVault(sealing);
    this.catalog = new Catalog(HarvestTypes.of(adapters, off(settings)), vault, clock);
    this.requester = new HarvestRequester(catalog, vault, outbox::add, this::path,
        RequesterSettings.defaults().withPlainPlatforms(
            Set.copyOf(settings.find(Catalogue.HARVEST_PLAIN).orElse(List.of()))));
    this.pool = new CredentialPool(ground.database, clock, CredentialPool.usualAfterRefusal());
  }

  private static <T extends AutoCloseable> T opened(Function<AutoCloseable, AutoCloseable> opening, T part) {
    opening.apply(part);
    return part;
  }
}
