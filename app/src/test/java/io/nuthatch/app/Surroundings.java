package io.nuthatch.app;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.SimulatedPlatforms;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.NewPost;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldSettings;
import io.nuthatch.simulator.platform.Credential;
import io.nuthatch.simulator.platform.PlatformSettings;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Simulated platforms in which nothing changes unless told, and what a node has to be told to find them. */
public final class Surroundings implements AutoCloseable {

  private final World world = World.open(
      WorldSettings.defaults().withAccounts(20).withUpheaval(WorldSettings.Upheaval.NONE), Clock.systemUTC());
  private final SimulatedPlatforms platforms = SimulatedPlatforms.start(world,
      PlatformSettings.defaults().withLinksToWeb());

  public World world() {
    return world;
  }

  public SimulatedPlatforms platforms() {
    return platforms;
  }

  /** Settings of a node, key and value by turns. */
  public String[] settings(String... more) {
    List<String> settings = new ArrayList<>(List.of("platforms.twitter.base-url", platforms.baseUrl("twitter1"),
        "platforms.twitter2.base-url", platforms.baseUrl("twitter2"), "platforms.flickr.base-url",
        platforms.baseUrl("flickr"), "web.allow", "127.0.0.1", "web.pause", "0ms", "harvest.status-interval", "200ms"));
    settings.addAll(List.of(more));
    return settings.toArray(String[]::new);
  }

  /** Someone who has said some things, each with a link and a photo. */
  public Account person(String name, int posts) {
    Account account = world.account(name);
    for (int i = 0; i < posts; i++) {
      say(account, "Item " + i + " https://news.example.com/" + name + "/" + i + ".html");
    }
    return account;
  }

  public void say(Account account, String text) {
    world.post(account.id(), NewPost.saying(text).withPhotos(1));
  }

  /** What a platform knows us by. */
  public Map<String, String> credential(String platform) {
    Credential credential = platforms.credentials(1).getFirst();
    return switch (platform) {
      case "twitter" -> Map.of("consumer_key", credential.consumerKey(), "consumer_secret",
          credential.consumerSecret(), "access_token", credential.token(), "access_token_secret",
          credential.tokenSecret());
      case "twitter2" -> Map.of("bearer_token", credential.bearerToken());
      case "flickr" -> Map.of("key", credential.consumerKey(), "secret", credential.consumerSecret());
      default -> throw new IllegalArgumentException(platform);
    };
  }

  /** As the API takes it. */
  public String newCredential(String platform) {
    return Json.write(Map.of("platform", platform, "name", "ours", "values", credential(platform)));
  }

  @Override
  public void close() {
    platforms.close();
  }
}
