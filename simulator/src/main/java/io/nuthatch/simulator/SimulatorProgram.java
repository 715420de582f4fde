package io.nuthatch.simulator;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldSettings;
import io.nuthatch.simulator.platform.PlatformSettings;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/**
 * The simulator as a process of its own. When it can be called it prints {@code ready http=…}, one credential as a line
 * of JSON and the platforms' addresses as another, and serves until it is told to end, which it does at once.
 */
public final class SimulatorProgram {

  private static final String USAGE = "usage: SimulatorProgram [--port N] [--accounts N] [--seed N] [--posts-per-day X] "
      + "[--speed X] [--start INSTANT] [--beginning INSTANT] [--links web|nowhere]";
  private static final Set<String> OPTIONS = Set.of("port", "accounts", "seed", "posts-per-day", "speed", "start",
      "beginning", "links");
  private static final Duration ANY_TIME = Duration.ofDays(36_500);

  private SimulatorProgram() {
  }

  public static void main(String[] arguments) throws InterruptedException {
    SimulatedPlatforms platforms;
    try {
      platforms = start(options(arguments), Clock.systemUTC());
    } catch (SimulatorException | IllegalArgumentException | DateTimeException e) {
      System.err.println(e.getMessage());
      System.err.println(USAGE);
      System.exit(2);
      return;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(platforms::close, "close-simulator"));
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    out.print("ready http=" + platforms.url() + "\n" + Json.write(platforms.credentials(1).getFirst()) + "\n"
        + Json.write(platforms.baseUrls()) + "\n");
    out.flush();
    new CountDownLatch(1).await();
  }

  static SimulatedPlatforms start(Map<String, String> options, InstantSource realTime) {
    WorldSettings usual = WorldSettings.defaults();
    WorldSettings settings = usual.withSeed(Long.parseLong(options.getOrDefault("seed", "1")))
        .withAccounts(Integer.parseInt(options.getOrDefault("accounts", "1000")))
        .withPostsPerDay(Double.parseDouble(options.getOrDefault("posts-per-day", "4")))
        .withBeginning(Instant.parse(options.getOrDefault("beginning", usual.beginning().toString())));
    double speed = Double.parseDouble(options.getOrDefault("speed", "1"));
    Instant start = options.containsKey("start")
        ? Instant.parse(options.getOrDefault("start", ""))
        : realTime.instant();
    PlatformSettings platforms = PlatformSettings.defaults()
        .withPort(Integer.parseInt(options.getOrDefault("port", "0")));
    if (speed != 1 || options.containsKey("start")) {
      // Clients sign by their own clocks, which know nothing of the world's.
      platforms = platforms.withClockTolerance(ANY_TIME);
    }
    if (linksToWeb(options.getOrDefault("links", "nowhere"))) {
      platforms = platforms.withLinksToWeb();
    }
    return SimulatedPlatforms.start(World.open(settings, Pace.starting(start, speed)), platforms);
  }

  private static boolean linksToWeb(String choice) {
    return switch (choice) {
      case "web" -> true;
      case "nowhere" -> false;
      default -> throw SimulatorException.callers("links lead to the web or nowhere, not to " + choice);
    };
  }

  static Map<String, String> options(String[] arguments) {
    Map<String, String> options = new HashMap<>();
    for (int i = 0; i < arguments.length; i += 2) {
      String name = arguments[i].startsWith("--") ? arguments[i].substring(2) : "";
      if (!OPTIONS.contains(name) || i + 1 == arguments.length) {
        throw SimulatorException
            .callers(OPTIONS.contains(name) ? "--" + name + " needs a value" : "there is no option " + arguments[i]);
      }
      options.put(name, arguments[i + 1]);
    }
    return options;
  }
}
