package io.nuthatch.simulator.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A RabbitMQ of Debian's on free loopback ports, without plugins. It can be killed and started again with its data. The
 * port mapper of Erlang, which would outlive it as a daemon, is a child process of ours as well.
 */
public final class RabbitServer implements AutoCloseable {

  private static final Duration START = Duration.ofSeconds(60);
  private static final String HOST = "127.0.0.1";

  private final Path directory;
  private final int port = FreePorts.next();
  private final int nodePort = FreePorts.next();
  private final int mapperPort = FreePorts.next();
  private final ServerProcess mapper;
  private ServerProcess process;

  private RabbitServer() {
    directory = create("nuthatch-rabbit-");
    mapper = ServerProcess.start("epmd", create("nuthatch-epmd-"),
        List.of(Programs.find("epmd", "erlang-base"), "-port", Integer.toString(mapperPort), "-address", HOST),
        Map.of());
    mapper.awaitReady(() -> !FreePorts.free(mapperPort), START);
    write("enabled_plugins", "[].\n");
    write("rabbitmq.conf", "log.console = true\nlog.console.level = info\nlog.file = false\n");
    write("rabbitmq-env.conf", "");
    write(".erlang.cookie", "NUTHATCH");
    process = launch();
  }

  public static RabbitServer start() {
    return new RabbitServer();
  }

  /** One for all tests of this JVM; nobody closes it. */
  public static RabbitServer shared() {
    return Shared.SERVER;
  }

  /** The address with user and password. */
  public String url() {
    return "amqp://guest:guest@" + HOST + ":" + port;
  }

  public int port() {
    return port;
  }

  /** Runs {@code rabbitmqctl}; what it printed. */
  public String control(String... command) {
    List<String> all = new ArrayList<>(List.of(program("rabbitmqctl"), "-q"));
    all.addAll(List.of(command));
    return Programs.run(all, environment());
  }

  /** As by {@code kill -9}. */
  public void kill() {
    process.kill();
  }

  /** Ends it cleanly. */
  public void stop() {
    process.stop("TERM");
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
    mapper.close();
  }

  private ServerProcess launch() {
    ServerProcess started = ServerProcess.start("RabbitMQ", directory, List.of(program("rabbitmq-server")),
        environment());
    started.awaitReady(() -> started.said("Server startup complete"), START);
    return started;
  }

  private Map<String, String> environment() {
    return Map.ofEntries(Map.entry("HOME", directory.toString()),
        Map.entry("ERL_EPMD_PORT", Integer.toString(mapperPort)),
        Map.entry("ERL_EPMD_ADDRESS", HOST), Map.entry("RABBITMQ_NODENAME", "nuthatch" + port + "@localhost"),
        Map.entry("RABBITMQ_NODE_IP_ADDRESS", HOST), Map.entry("RABBITMQ_NODE_PORT", Integer.toString(port)),
        Map.entry("RABBITMQ_DIST_PORT", Integer.toString(nodePort)),
        Map.entry("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "-kernel inet_dist_use_interface {127,0,0,1}"),
        Map.entry("RABBITMQ_MNESIA_BASE", directory.resolve("mnesia").toString()),
        Map.entry("RABBITMQ_LOG_BASE", directory.resolve("log").toString()),
        Map.entry("RABBITMQ_PID_FILE", directory.resolve("rabbit.pid").toString()),
        Map.entry("RABBITMQ_CONFIG_FILE", directory.resolve("rabbitmq").toString()),
        Map.entry("RABBITMQ_CONF_ENV_FILE", directory.resolve("rabbitmq-env.conf").toString()),
        Map.entry("RABBITMQ_ENABLED_PLUGINS_FILE", directory.resolve("enabled_plugins").toString()),
        // Makes the script replace itself by the server, so that signals reach it.
        Map.entry("RUNNING_UNDER_SYSTEMD", "true"));
  }

  /** Debian's wrapper in the search path insists on the account rabbitmq and its home. */
  private static String program(String name) {
    Path program = Path.of("/usr/lib/rabbitmq/bin", name);
    if (!Files.isExecutable(program)) {
      throw new ServerException(program + " is not installed; on Debian: apt-get install rabbitmq-server", null);
    }
    return program.toString();
  }

  private static Path create(String prefix) {
    try {
      return Files.createTempDirectory(prefix);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(String file, String text) {
    try {
      Path path = Files.writeString(directory.resolve(file), text);
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Shared {
    static final RabbitServer SERVER = start();
  }
}
