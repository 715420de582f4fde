package io.nuthatch.simulator.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A PostgreSQL of Debian's on a free loopback port, with one user and no password. Each test takes a database of its
 * own by {@link #fresh}. It can be killed and started again with its data.
 */
public final class PostgresServer implements AutoCloseable {

  private static final String USER = "nuthatch";
  private static final String ACCOUNT = "postgres";
  private static final Duration START = Duration.ofSeconds(60);

  private final Path directory;
  private final int port = FreePorts.next();
  private final AtomicInteger databases = new AtomicInteger();
  private ServerProcess process;

  private PostgresServer(boolean durable) {
    directory = create();
    initialise(durable);
    process = launch();
  }

  /** A server that flushes its commits to disk, as in production. */
  public static PostgresServer start() {
    return new PostgresServer(true);
  }

  /** A server that never flushes: quicker, and after {@link #kill} still whole, since the system lives on. */
  public static PostgresServer fast() {
    return new PostgresServer(false);
  }

  /** One for all tests of this JVM; nobody closes it. */
  public static PostgresServer shared() {
    return Shared.SERVER;
  }

  /** Creates an empty database and returns its JDBC address. */
  public String fresh() {
    String name = "test_" + databases.incrementAndGet();
    sql("CREATE DATABASE " + name);
    return url(name);
  }

  /** Runs one statement as superuser in the database {@code postgres}; what psql printed, without decoration. */
  public String sql(String statement) {
    return Programs.run(List.of(Programs.find("psql", "postgresql-client"), "-X", "-q", "-A", "-t", "-v",
        "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", Integer.toString(port), "-U", USER, "-d", "postgres", "-c",
        statement), Map.of()).strip();
  }

  public int port() {
    return port;
  }

  /** As by {@code kill -9} of all its processes. */
  public void kill() {
    process.kill();
  }

  /** Ends it cleanly, disconnecting clients. */
  public void stop() {
    process.stop("INT");
  }

  /** Starts it again on the same port with the same data. */
  public void restart() {
    if (process.alive()) {
      stop();
    }
    process = launch();
  }

  @Override
  public void close() {
    process.close();
  }

  private String url(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?user=" + USER;
  }

  private static Path create() {
    try {
      Path directory = Files.createTempDirectory("nuthatch-postgres-");
      if (Programs.root()) {
        Programs.run(List.of("chown", ACCOUNT, directory.toString()), Map.of());
      }
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void initialise(boolean durable) {
    Programs.run(unprivileged("initdb", "-D", data(), "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8",
        "--no-sync", "--no-instructions"), Map.of());
    String settings = """

        listen_addresses = '127.0.0.1'
        port = %d
        unix_socket_directories = ''
        max_connections = 200
        recovery_init_sync_method = syncfs
        """.formatted(port) + (durable ? "" : """
        fsync = off
        synchronous_commit = off
        full_page_writes = off
        """);
    try {
      Path file = Path.of(data(), "postgresql.conf");
      Files.writeString(file, Files.readString(file) + settings);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ServerProcess launch() {
    ServerProcess started = ServerProcess.start("PostgreSQL", directory, unprivileged("postgres", "-D", data()),
        Map.of());
    started.awaitReady(() -> started.said("database system is ready to accept connections"), START);
    return started;
  }

  private String data() {
    return directory.resolve("data").toString();
  }

  /** PostgreSQL does not run as root. */
  private static List<String> unprivileged(String program, String... arguments) {
    List<String> command = new ArrayList<>();
    if (Programs.root()) {
      command.addAll(List.of(Programs.find("setpriv", "util-linux"), "--reuid=" + ACCOUNT, "--regid=" + ACCOUNT,
          "--init-groups"));
    }
    command.add(Programs.find(program, "postgresql"));
    command.addAll(List.of(arguments));
    return command;
  }

  private static final class Shared {
    static final PostgresServer SERVER = start();
  }
}
