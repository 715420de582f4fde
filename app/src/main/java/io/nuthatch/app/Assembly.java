package io.nuthatch.app;

import io.nuthatch.app.api.ArchiveEndpoints;
import io.nuthatch.app.api.AuditEndpoints;
import io.nuthatch.app.api.CatalogDesk;
import io.nuthatch.app.api.CatalogEndpoints;
import io.nuthatch.app.api.HarvestDesk;
import io.nuthatch.app.api.JobDesk;
import io.nuthatch.app.api.JobEndpoints;
import io.nuthatch.app.api.NodeEndpoints;
import io.nuthatch.app.api.OperatorEndpoints;
import io.nuthatch.app.api.PostEndpoints;
import io.nuthatch.app.api.TokenEndpoints;
import io.nuthatch.app.archive.ArchiveDesk;
import io.nuthatch.app.archive.FixityRounds;
import io.nuthatch.app.console.Console;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Endpoint;
import io.nuthatch.app.http.HttpServer;
import io.nuthatch.app.http.HttpSettings;
import io.nuthatch.app.http.OpenApi;
import io.nuthatch.app.node.Events;
import io.nuthatch.app.node.Health;
import io.nuthatch.app.node.Heartbeat;
import io.nuthatch.app.node.Metrics;
import io.nuthatch.app.node.Node;
import io.nuthatch.app.node.NodeFile;
import io.nuthatch.app.node.QueueFigures;
import io.nuthatch.app.node.Version;
import io.nuthatch.app.security.Security;
import io.nuthatch.app.settings.Catalogue;
import io.nuthatch.app.settings.Settings;
import io.nuthatch.database.Database;
import io.nuthatch.database.Migrations;
import io.nuthatch.harvest.engine.HarvestWatch;
import io.nuthatch.model.Json;
import io.nuthatch.model.NuthatchException.Kind;
import io.nuthatch.queue.Bus;
import io.nuthatch.queue.Counts;
import io.nuthatch.queue.JobQueue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running node: the one place that knows all modules and joins them. Parts are opened in the order in which they need
 * each other and closed in the reverse; when one cannot be opened, those before it are closed and the reason is raised.
 */
public final class Assembly implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Assembly.class);

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final Path directory;
  private final HttpServer http;
  private final Security security;
  private final Health health;
  private final Optional<String> firstToken;

  private Assembly(Settings settings, Map<String, String> environment, Clock clock) {
    this.directory = directory(settings);
    try {
      Backends backends = new Backends(settings, directory, clock);
      this.health = open(new Health());
      Database database = open(backends.database());
      database.migrate(List.of(Migrations.of("app")));
      health.watch("database", Backends.kind(settings.get(Catalogue.DATABASE_URL)), database::ping);
      this.security = new Security(settings, environment, directory, database, clock);
      JobQueue queue = open(backends.queue(database));
      QueueFigures figures = new QueueFigures(queue);
      health.watch("queue", Backends.kind(settings.get(Catalogue.QUEUE_URL)), figures::counts);
      Bus bus = open(backends.bus());
      health.watch("bus", Backends.kind(settings.get(Catalogue.BUS_URL)), bus::ping);

      List<Role> roles = settings.get(Catalogue.NODE_ROLES);
      Node node = new Node(settings.get(Catalogue.NODE_NAME), Version.current(), roles, clock.instant(), health);
      node.depth("jobs waiting", () -> figures.sum(Counts::waiting));
      node.depth("jobs buried", () -> figures.sum(Counts::buried));
      Metrics metrics = open(new Metrics(settings.get(Catalogue.NODE_NAME)));
      Events events = new Events();
      metrics.gauge("nuthatch.event.listeners", "Open event streams.", events::listeners);
      figures.addTo(metrics);
      open(new Heartbeat(node, events));
      Harvesting harvesting = new Harvesting(
          new Harvesting.Ground(settings, directory, database, queue, bus, security), clock, opened::push);
      harvesting.show(health, metrics);
      DeletedCollections deleted = new DeletedCollections(database, harvesting.catalog().collections(),
          harvesting.archive(), security.audit());
      CatalogDesk catalogDesk = new CatalogDesk(database, harvesting.catalog(), harvesting.requester(),
          security.audit(), deleted::sweep);
      ArchiveDesk archiveDesk = open(new ArchiveDesk(new ArchiveDesk.Foundation(database, queue, harvesting.archive(),
          harvesting.content(), harvesting.catalog(), security.audit()), clock));

      NodeEndpoints ofNode = new NodeEndpoints(node, metrics, events, settings);
      List<Endpoint> endpoints = new ArrayList<>(ofNode.ofEveryNode());
      if (roles.contains(Role.API)) {
        endpoints.addAll(ofNode.ofTheApi());
        endpoints.addAll(new OperatorEndpoints(security.operators()).all());
        endpoints.addAll(new TokenEndpoints(security.tokens()).all());
        endpoints.addAll(new AuditEndpoints(database, security.audit()).all());
        JobDesk desk = new JobDesk(queue, figures, database, security.audit(), clock);
        endpoints.addAll(new JobEndpoints(desk).all());
        HarvestDesk harvestDesk = new HarvestDesk(catalogDesk, new HarvestWatch(database), harvesting.pool());
        endpoints.addAll(new CatalogEndpoints(catalogDesk, harvestDesk).all());
        endpoints.addAll(new ArchiveEndpoints(catalogDesk, archiveDesk).all());
        endpoints.addAll(new PostEndpoints(harvesting.content(), catalogDesk, archiveDesk).all());
        endpoints.add(openApi(endpoints));
        endpoints.addAll(new Console(settings, security, node, database,
            new Console.Desks(desk, catalogDesk, harvestDesk)).endpoints());
      }
      if (roles.contains(Role.SCHEDULER)) {
        deleted.sweep();
        harvesting.startScheduler(events);
        open(FixityRounds.start(database, harvesting.catalog(), queue, settings.get(Catalogue.ARCHIVE_FIXITY), clock));
      }
      if (roles.contains(Role.API) || roles.contains(Role.SCHEDULER)) {
        archiveDesk.tasks().work();
      }
      if (roles.contains(Role.HARVESTER)) {
        harvesting.startHarvester();
      }
      this.http = open(
          HttpServer.start(HttpSettings.from(settings), endpoints, security.gate(), metrics, Console::problem));
      new NodeFile(http.url(), security.gate().localSecret(),
          http.certificate().map(NodeFile::fingerprint).orElse(null),
          ProcessHandle.current().pid()).write(directory);
      opened.push(() -> NodeFile.remove(directory));
      // last, so that a start that fails does not use up the one time it is shown
      this.firstToken = security.tokens().makeFirst(environment.get("NUTHATCH_ADMIN_TOKEN"));
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  public static Assembly start(Settings settings, Map<String, String> environment, Clock clock) {
    return new Assembly(settings, environment, clock);
  }

  public HttpServer http() {
    return http;
  }

  /** The admin token made at the first start, to be shown once. */
  public Optional<String> firstToken() {
    return firstToken;
  }

  public Security security() {
    return security;
  }

  /** Tells load balancers first, lets running requests finish, then closes everything in the reverse order. */
  @Override
  public void close() {
    if (health != null) {
      health.stopping();
    }
    while (!opened.isEmpty()) {
      AutoCloseable part = opened.pop();
      try {
        part.close();
      } catch (Exception e) {
        LOG.warn("{} did not close cleanly", part.getClass().getSimpleName(), e);
      }
    }
  }

  private <T extends AutoCloseable> T open(T part) {
    opened.push(part);
    return part;
  }

  private static Path directory(Settings settings) {
    Path directory = Path.of(settings.get(Catalogue.DATA_DIRECTORY)).toAbsolutePath().normalize();
    try {
      if (!Files.isDirectory(directory)) {
        Files.createDirectories(Objects.requireNonNull(directory.getParent()));
        Files.createDirectory(directory,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      }
    } catch (IOException e) {
      throw new AppException(Kind.CALLER, "cannot make the data directory " + directory + ": " + e, e);
    }
    if (!Files.isWritable(directory)) {
      throw new AppException(Kind.CALLER,
          "the data directory " + directory + " cannot be written; choose another with --data", null);
    }
    return directory;
  }

  private static Endpoint openApi(List<Endpoint> endpoints) {
    byte[] document = Json.writeBytes(OpenApi.document(Version.current(), endpoints));
    return new Endpoint(Endpoint.Method.GET, "/openapi.json", Access.VIEWER,
        Endpoint.doc("node", "This API, as an OpenAPI document"),
        request -> Answer.bytes("application/json", document));
  }
}
