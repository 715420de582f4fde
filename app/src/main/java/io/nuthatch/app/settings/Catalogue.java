package io.nuthatch.app.settings;

import io.nuthatch.app.Access;
import io.nuthatch.app.Role;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Everything that can be set, in the order in which it is listed. */
public final class Catalogue {

  public static final Setting<String> NODE_NAME = Setting.of("node.name", Kind.TEXT, "nuthatch",
      "name of this node in the console, in messages and in metrics");
  public static final Setting<List<Role>> NODE_ROLES = Setting.of("node.roles", Kind.choices(Role.class),
      "api,harvester,refresher,feeder,exporter,archivist,researcher,scheduler", "what this node does");
  public static final Setting<String> DATA_DIRECTORY = Setting.of("data.directory", Kind.TEXT, "nuthatch-data",
      "where everything embedded is kept; belongs to one process");

  public static final Setting<String> DATABASE_URL = Setting.of("database.url",
      Kind.scheme("sqlite: or jdbc:postgresql://host:port/name", "sqlite:", "jdbc:postgresql://"), "sqlite:",
      "relational state: sqlite: in the data directory, or PostgreSQL");
  public static final Setting<Integer> DATABASE_POOL = Setting.of("database.pool", Kind.count(1, 500), "10",
      "connections to PostgreSQL for reading, and as many for writing");

  public static final Setting<String> QUEUE_URL = Setting.of("queue.url",
      Kind.scheme("embedded: or database:", "embedded:", "database:"), "embedded:",
      "delayed jobs: files in the data directory, or tables of the PostgreSQL in database.url");
  public static final Setting<Duration> QUEUE_SYNC = Setting.of("queue.sync", Kind.duration("0ms", "1m"), "0ms",
      "how much of the latest jobs a power failure may take; 0ms none, at the price of a disk sync per change");
  public static final Setting<Long> QUEUE_SEGMENT = Setting.of("queue.segment", Kind.BYTES, "64MiB",
      "size of a file of the queue's journal, taken in advance (64KiB to 1GiB); a job's data may be a quarter of it");
  public static final Setting<Integer> QUEUE_ATTEMPTS = Setting.of("queue.attempts", Kind.count(1, 10_000), "20",
      "how often a job is given before it is buried");

  public static final Setting<String> BUS_URL = Setting.of("bus.url",
      Kind.scheme("embedded: or amqp://user:password@host:port/vhost", "embedded:", "amqp://", "amqps://"), "embedded:",
      "messages by topic: files in the data directory, or RabbitMQ");
  public static final Setting<String> BUS_EXCHANGE = Setting.of("bus.exchange", Kind.TEXT, "sfm_exchange",
      "topic exchange on RabbitMQ");

  public static final Setting<List<String>> BUS_CLASSIC = Setting.of("bus.classic", Kind.NAMES, "",
      "queues on RabbitMQ that others declare too (Social Feed Manager's): classic and durable, not quorum queues");

  public static final Setting<String> TIMELINES_URL = Setting.of("timelines.url",
      Kind.scheme("embedded:", "embedded:"), "embedded:", "home timelines; nothing to choose from yet");

  public static final Setting<String> HTTP_BIND = Setting.of("http.bind", Kind.TEXT, "127.0.0.1",
      "address to listen on for HTTP; 0.0.0.0 for all");
  public static final Setting<Integer> HTTP_PORT = Setting.of("http.port", Kind.PORT, "8420", "port for HTTP");
  public static final Setting<URI> HTTP_PUBLIC_URL = Setting.of("http.public-url", Kind.WEB_ADDRESS, "",
      "address under which people reach this node, where it differs from the one it listens on");
  public static final Setting<Long> HTTP_MAX_BODY = Setting.of("http.max-body", Kind.BYTES, "10MiB",
      "largest request body taken");
  public static final Setting<Duration> HTTP_REQUEST_TIMEOUT = Setting.of("http.request-timeout",
      Kind.duration("100ms", "1h"),
      "30s",
      "longest time one request may take; streams are exempt");
  public static final Setting<Duration> HTTP_IDLE_TIMEOUT = Setting.of("http.idle-timeout", Kind.duration("1s", "1d"),
      "60s",
      "a connection nothing is heard from is closed after this");
  public static final Setting<Duration> HTTP_DRAIN = Setting.of("http.drain", Kind.duration("0ms", "5m"), "10s",
      "how long running requests may take to finish when the node stops");
  public static final Setting<Integer> HTTP_MAX_CONNECTIONS = Setting.of("http.max-connections",
      Kind.count(1, 1_000_000),
      "10000", "open HTTP connections at most");
  public static final Setting<List<String>> HTTP_TRUSTED_PROXIES = Setting.of("http.trusted-proxies", Kind.NAMES, "",
      "addresses or networks (10.0.0.0/8) whose X-Forwarded-For, -Proto and -Host are believed");
  public static final Setting<String> HTTP_TLS_CERTIFICATE = Setting.of("http.tls.certificate", Kind.TEXT, "",
      "PEM file with the certificate chain; with http.tls.key it turns TLS on");
  public static final Setting<String> HTTP_TLS_KEY = Setting.of("http.tls.key", Kind.TEXT, "",
      "PEM file with the private key (PKCS #8)");

  public static final Setting<String> THRIFT_BIND = Setting.of("thrift.bind", Kind.TEXT, "127.0.0.1",
      "address to listen on for Thrift");
  public static final Setting<Integer> THRIFT_PORT = Setting.of("thrift.port", Kind.PORT, "7666",
      "port for Thrift; nothing listens there before there is a timeline store");

  public static final Setting<Duration> SESSION_LIFETIME = Setting.of("security.session-lifetime",
      Kind.duration("1m", "365d"),
      "12h", "a console session ends after this, whatever happens");
  public static final Setting<Duration> SESSION_IDLE = Setting.of("security.session-idle", Kind.duration("1m", "365d"),
      "2h",
      "a console session nobody uses ends after this");
  public static final Setting<Integer> LOGIN_ATTEMPTS = Setting.of("security.login-attempts", Kind.count(1, 1000), "5",
      "failed sign-ins for one name, or ten times as many from one address, before more are refused");
  public static final Setting<Duration> LOGIN_WINDOW = Setting.of("security.login-window", Kind.duration("1s", "1d"),
      "5m",
      "how long failed sign-ins count");
  public static final Setting<String> KEY_FILE = Setting.of("security.key-file", Kind.TEXT, "",
      "key for secrets at rest (mode 0600); secret.key in the data directory when not set");

  public static final Setting<URI> OIDC_ISSUER = Setting.of("oidc.issuer", Kind.ISSUER, "",
      "OpenID Connect issuer; turns sign-in through it on");
  public static final Setting<String> OIDC_CLIENT_ID = Setting.of("oidc.client-id", Kind.TEXT, "",
      "client id registered there");
  public static final Setting<String> OIDC_CLIENT_SECRET = Setting.of("oidc.client-secret", Kind.TEXT, "",
      "client secret registered there").asSecret();
  public static final Setting<String> OIDC_NAME_CLAIM = Setting.of("oidc.name-claim", Kind.TEXT, "preferred_username",
      "claim that holds an operator's name; choose one people cannot edit at the issuer, or email if it is verified");
  public static final Setting<String> OIDC_LABEL = Setting.of("oidc.label", Kind.TEXT, "Sign in with OpenID Connect",
      "what the button says");
  public static final Setting<Access> OIDC_NEW_OPERATORS = Setting.of("oidc.new-operators", Kind.choice(Access.class),
      "none",
      "role for someone the issuer knows and this node does not; none refuses them");

  public static final Setting<URI> PLATFORM_BASE_URL = Setting.of("platforms.*.base-url", Kind.WEB_ADDRESS, "",
      "where a platform's API is, when not at its own address");

  public static final Setting<String> ARCHIVE_DIRECTORY = Setting.of("archive.directory", Kind.TEXT, "",
      "where WARCs are kept, shared by all nodes; archive in the data directory when not set");
  public static final Setting<Integer> ARCHIVE_LEVEL = Setting.of("archive.level", Kind.count(1, 9), "6",
      "how hard WARCs are compressed: 1 fast, 9 small");
  public static final Setting<Duration> ARCHIVE_FIXITY = Setting.of("archive.fixity", Kind.duration("1h", "3650d"),
      "30d", "every WARC is read and checked against its digest this often");
  public static final Setting<Long> ARCHIVE_LEAST_FREE = Setting.of("archive.least-free", Kind.BYTES, "512MiB",
      "with less space left where WARCs are kept, this node says that it is not ready");

  public static final Setting<Integer> HARVEST_WORKERS = Setting.of("harvest.workers", Kind.count(1, 10_000), "32",
      "harvests by calls that run at a time on this node");
  public static final Setting<Integer> HARVEST_PRIORITY_WORKERS = Setting.of("harvest.priority-workers",
      Kind.count(1, 10_000), "8", "harvests that cannot wait, beside the others");
  public static final Setting<Integer> HARVEST_STREAMS = Setting.of("harvest.streams", Kind.count(1, 10_000), "200",
      "streams that are held open at a time on this node");
  public static final Setting<Integer> HARVEST_WEB_WORKERS = Setting.of("harvest.web-workers", Kind.count(1, 1000), "4",
      "harvests of pages and media that run at a time on this node");
  public static final Setting<Duration> HARVEST_LEASE = Setting.of("harvest.lease", Kind.duration("1s", "1h"), "1m",
      "a harvest whose worker gives no sign of life for this long is taken over by another");
  public static final Setting<Duration> HARVEST_STATUS = Setting.of("harvest.status-interval",
      Kind.duration("100ms", "1h"), "30s", "how often a running harvest tells how far it is");
  public static final Setting<Duration> HARVEST_LOST = Setting.of("harvest.lost-after", Kind.duration("1s", "365d"),
      "2h", "a harvest nothing is heard of for this long counts as lost");
  public static final Setting<Integer> HARVEST_TRIES = Setting.of("harvest.tries", Kind.count(1, 100), "5",
      "how often a call that fails for a passing reason is made before its seed is left for the next harvest");
  public static final Setting<Long> HARVEST_WARC_SIZE = Setting.of("harvest.warc-size", Kind.BYTES, "1GiB",
      "a WARC of this size is finished and the next begun");
  public static final Setting<Duration> HARVEST_WARC_AGE = Setting.of("harvest.warc-age", Kind.duration("1s", "1d"),
      "30m", "a WARC of this age is finished and the next begun");
  public static final Setting<List<String>> HARVEST_OFF = Setting.of("harvest.off", Kind.NAMES, "",
      "types of harvest that are not offered and left to others");
  public static final Setting<List<String>> HARVEST_PLAIN = Setting.of("harvest.plain-credentials", Kind.NAMES, "",
      "platforms whose harvesters are Social Feed Manager's: their start messages carry credentials in plain");
  public static final Setting<String> HARVEST_STATUS_QUEUE = Setting.of("harvest.status-queue", Kind.TEXT,
      "nuthatch_requester", "queue on the bus where statuses of harvests are heard; sfm_ui to take its place");

  public static final Setting<List<String>> WEB_ALLOW = Setting.of("web.allow", Kind.NAMES, "",
      "addresses or networks that pages may be fetched from although they are not public");
  public static final Setting<Duration> WEB_PAUSE = Setting.of("web.pause", Kind.duration("0ms", "1h"), "1s",
      "pause between two fetches from one host");
  public static final Setting<String> WEB_USER_AGENT = Setting.of("web.user-agent", Kind.TEXT, "",
      "how this node introduces itself; the product and its version when not set");

  public static final Setting<LogLevel> LOG_LEVEL = Setting.of("log.level", Kind.choice(LogLevel.class), "info",
      "how much is logged to standard error");

  /** How much is logged. */
  public enum LogLevel {
    ERROR,
    WARN,
    INFO,
    DEBUG
  }

  public static final List<Setting<?>> ALL = List.of(NODE_NAME, NODE_ROLES, DATA_DIRECTORY, DATABASE_URL, DATABASE_POOL,
      QUEUE_URL, QUEUE_SYNC, QUEUE_SEGMENT, QUEUE_ATTEMPTS, BUS_URL, BUS_EXCHANGE, BUS_CLASSIC, TIMELINES_URL,
      HTTP_BIND, HTTP_PORT,
      HTTP_PUBLIC_URL, HTTP_MAX_BODY,
      HTTP_REQUEST_TIMEOUT,
      HTTP_IDLE_TIMEOUT, HTTP_DRAIN,
      HTTP_MAX_CONNECTIONS, HTTP_TRUSTED_PROXIES, HTTP_TLS_CERTIFICATE, HTTP_TLS_KEY, THRIFT_BIND, THRIFT_PORT,
      SESSION_LIFETIME, SESSION_IDLE,
      LOGIN_ATTEMPTS, LOGIN_WINDOW, KEY_FILE, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_NAME_CLAIM,
      OIDC_LABEL,
      OIDC_NEW_OPERATORS, PLATFORM_BASE_URL, ARCHIVE_DIRECTORY, ARCHIVE_LEVEL, ARCHIVE_FIXITY, ARCHIVE_LEAST_FREE,
      HARVEST_WORKERS,
      HARVEST_PRIORITY_WORKERS, HARVEST_STREAMS, HARVEST_WEB_WORKERS, HARVEST_LEASE, HARVEST_STATUS, HARVEST_LOST,
      HARVEST_TRIES, HARVEST_WARC_SIZE, HARVEST_WARC_AGE, HARVEST_OFF, HARVEST_PLAIN, HARVEST_STATUS_QUEUE, WEB_ALLOW,
      WEB_PAUSE, WEB_USER_AGENT, LOG_LEVEL);

  private Catalogue() {
  }

  static Optional<Setting<?>> covering(String key) {
    return ALL.stream().<Setting<?>>map(s -> s).filter(s -> s.covers(key)).findFirst();
  }
}
