package io.nuthatch.app.cli;

import io.nuthatch.app.Access;
import io.nuthatch.app.Assembly;
import io.nuthatch.app.security.Caller;
import io.nuthatch.app.settings.Catalogue;
import io.nuthatch.app.settings.Settings;
import io.nuthatch.simulator.SimulatedPlatforms;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldSettings;
import io.nuthatch.simulator.platform.Credential;
import io.nuthatch.simulator.platform.PlatformSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A node and simulated platforms, to look around without an account anywhere. */
@Command(name = "demo", mixinStandardHelpOptions = true, description = {
    "Run a node with simulated platforms on this machine, to look around.",
    "Needs no account and no network. Everything is kept in demo-data."})
public final class DemoCommand implements Callable<Integer> {

  private static final Duration TOKEN_LIFETIME = Duration.ofDays(7);

  @Mixin
  private final ServeOptions options = new ServeOptions();

  @Option(names = "--accounts", paramLabel = "N", defaultValue = "1000", description = "People on the simulated platforms (default: 1000).")
  private int accounts;

  @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Another number, other people (default: 1).")
  private long seed;

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  /** The node and the platforms it speaks to, which end together. */
  private record Demo(SimulatedPlatforms platforms, Assembly assembly) implements AutoCloseable {
    @Override
    public void close() {
      assembly.close();
      platforms.close();
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    Logging.gather();
    World world = World.open(WorldSettings.defaults().withAccounts(accounts).withSeed(seed), Clock.systemUTC());
    SimulatedPlatforms platforms = SimulatedPlatforms.start(world, PlatformSettings.defaults());
    Map<String, String> environment = System.getenv();
    Map<String, String> settings = new HashMap<>(options.overrides());
    settings.putIfAbsent(Catalogue.DATA_DIRECTORY.key(), "demo-data");
    settings.putIfAbsent(Catalogue.NODE_NAME.key(), "demo");
    // the simulator counts Twitter's two APIs, collections know the first one by the platform's name alone
    platforms.baseUrls().forEach((name, url) -> settings
        .put("platforms." + (name.equals("twitter1") ? "twitter" : name) + ".base-url", url));
    settings.putIfAbsent(Catalogue.WEB_ALLOW.key(), "127.0.0.1");
    settings.putIfAbsent(Catalogue.HARVEST_STATUS.key(), "5s");
    boolean chosen = settings.containsKey(Catalogue.HTTP_PORT.key()) || options.config != null
        || environment.containsKey(Catalogue.HTTP_PORT.variable());
    if (!chosen && isTaken(Catalogue.HTTP_PORT.initial())) {
      settings.put(Catalogue.HTTP_PORT.key(), "0");
    }
    Assembly assembly;
    try {
      assembly = ServeCommand.start(Settings.read(options.config, environment, settings), environment);
    } catch (RuntimeException e) {
      platforms.close();
      throw e;
    }
    Demo demo = new Demo(platforms, assembly);
    Running.until(demo, this::tell);
    return 0;
  }

  private void tell(Demo demo) {
    PrintWriter out = spec.commandLine().getOut();
    String token = demo.assembly.security().tokens()
        .create(Caller.NODE, "demo", Access.ADMIN, null, TOKEN_LIFETIME).secret();
    Credential credential = demo.platforms.credentials(1).getFirst();
    try (ApiClient api = new ApiClient(URI.create(demo.assembly.http().url()), token, HttpClient.newHttpClient(),
        () -> {
        })) {
      new DemoCollections(api, demo.platforms).makeUnlessThere();
    }
    out.println();
    out.println("Nuthatch is up. Open the console; the link brings its token along:");
    out.println();
    out.println("  " + demo.assembly.http().url() + "/sign-in#token=" + token);
    out.println();
    out.println("Collections are being harvested there already: see Collections and Harvests.");
    out.println();
    out.println("The same token works for programs:");
    out.println("  curl -H 'Authorization: Bearer " + token + "' " + demo.assembly.http().url() + "/api/v1/node");
    out.println();
    out.println("A platform with " + accounts + " people who post as you read this, simulated on this machine:");
    out.println("  curl -H 'Authorization: Bearer " + credential.bearerToken() + "' \\");
    out.println("    '" + demo.platforms.url() + "/1.1/statuses/user_timeline.json?count=2&screen_name="
        + someone(demo.platforms.world()) + "'");
    out.println();
    out.println("Ctrl-C ends both.");
    out.println("ready http=" + demo.assembly.http().localAddress() + " thrift=off");
    out.flush();
  }

  private static String someone(World world) {
    return DemoCollections.people(world, 1).stream().findFirst().orElse("");
  }

  private static boolean isTaken(String port) {
    try (ServerSocket socket = new ServerSocket(Integer.parseInt(port), 1, InetAddress.getLoopbackAddress())) {
      return socket.isClosed();
    } catch (IOException e) {
      return true;
    }
  }
}
