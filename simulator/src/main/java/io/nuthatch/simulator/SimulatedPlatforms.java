package io.nuthatch.simulator;

import io.nuthatch.simulator.faults.Faults;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.platform.Connections;
import io.nuthatch.simulator.platform.Credential;
import io.nuthatch.simulator.platform.Credentials;
import io.nuthatch.simulator.platform.Journal;
import io.nuthatch.simulator.platform.Platform;
import io.nuthatch.simulator.platform.PlatformServer;
import io.nuthatch.simulator.platform.PlatformSettings;
import io.nuthatch.simulator.platform.Stage;
import io.nuthatch.simulator.platform.bluesky.Bluesky;
import io.nuthatch.simulator.platform.feeds.Feeds;
import io.nuthatch.simulator.platform.flickr.Flickr;
import io.nuthatch.simulator.platform.mastodon.Mastodon;
import io.nuthatch.simulator.platform.twitter1.Twitter1;
import io.nuthatch.simulator.platform.twitter2.Twitter2;
import io.nuthatch.simulator.platform.twitter2.UsageLedger;
import io.nuthatch.simulator.platform.web.Web;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All simulated platforms of one world, on one port of loopback, ready when {@link #start} returns. Closing ends every
 * connection at once.
 */
public final class SimulatedPlatforms implements AutoCloseable {

  private final Stage stage;
  private final List<Platform> platforms;
  private final UsageLedger usage;
  private final Web web = new Web();
  private final PlatformServer server;

  private SimulatedPlatforms(World world, PlatformSettings settings) {
    stage = new Stage(world, settings);
    Twitter2 twitter2 = new Twitter2(stage);
    usage = twitter2.ledger();
    // A further platform is one more element here.
    platforms = List.of(new Twitter1(stage), twitter2, new Flickr(stage), new Bluesky(stage), new Mastodon(stage),
        new Feeds(),
        web);
    server = PlatformServer.start(stage, platforms);
  }

  public static SimulatedPlatforms start(World world, PlatformSettings settings) {
    return new SimulatedPlatforms(world, settings);
  }

  public int port() {
    return server.port();
  }

  /** Scheme, host and port, as a client's setting takes it in place of the real platform's. */
  public String url() {
    return "http://127.0.0.1:" + port();
  }

  /** Where a platform is found: the url with the platform's own first part of the path. */
  public String baseUrl(String platform) {
    return Optional.ofNullable(baseUrls().get(platform))
        .orElseThrow(() -> SimulatorException
            .callers("there is no platform " + platform + "; there are " + baseUrls().keySet()));
  }

  /** Where each platform is found, by its name. */
  public Map<String, String> baseUrls() {
    Map<String, String> urls = new LinkedHashMap<>();
    platforms.forEach(platform -> urls.put(platform.name(), url() + platform.prefix()));
    return urls;
  }

  /** The first so many credentials; the same in every world of the same seed. */
  public List<Credential> credentials(int count) {
    return stage.credentials().first(count);
  }

  public Credentials credentials() {
    return stage.credentials();
  }

  public World world() {
    return stage.world();
  }

  public Faults faults() {
    return stage.faults();
  }

  public Journal journal() {
    return stage.journal();
  }

  /** What has been read of X's posts, which is billed there. */
  public UsageLedger usage() {
    return usage;
  }

  /** The small web, to put something of one's own into it. */
  public Web web() {
    return web;
  }

  /** The streams that are open. */
  public Connections streams() {
    return stage.connections();
  }

  @Override
  public void close() {
    server.close();
  }
}
