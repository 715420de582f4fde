package io.nuthatch.app.cli;

import io.nuthatch.app.api.CollectionEndpoints.NewCollection;
import io.nuthatch.app.api.CollectionView.Plan;
import io.nuthatch.app.api.CredentialEndpoints.NewCredential;
import io.nuthatch.app.api.GroupEndpoints.GroupName;
import io.nuthatch.app.api.SetEndpoints.NewSet;
import io.nuthatch.harvest.catalog.CollectionPlan.Visibility;
import io.nuthatch.simulator.SimulatedPlatforms;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.AccountState;
import io.nuthatch.simulator.people.Moment;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.platform.Credential;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Collections to look at in a demo: timelines, a search and a stream of the simulated platforms. */
final class DemoCollections {

  private final ApiClient api;
  private final SimulatedPlatforms platforms;

  DemoCollections(ApiClient api, SimulatedPlatforms platforms) {
    this.api = api;
    this.platforms = platforms;
  }

  /** Makes them unless a demo before has done so. */
  void makeUnlessThere() {
    if (!api.everything("/api/v1/collection-sets", "sets").isEmpty()) {
      return;
    }
    Credential credential = platforms.credentials(1).getFirst();
    Map<String, String> signing = Map.of("consumer_key", credential.consumerKey(), "consumer_secret",
        credential.consumerSecret(), "access_token", credential.token(), "access_token_secret",
        credential.tokenSecret());
    String twitter = credential("twitter", signing);
    String twitter2 = credential("twitter2", Map.of("bearer_token", credential.bearerToken()));
    String group = id(api.post("/api/v1/groups", new GroupName("Demo")));
    String set = id(api.post("/api/v1/collection-sets",
        new NewSet(group, "A town and its people", "Made up, and posting as you look")));
    make(set, "Ten people", "twitter_user_timeline", twitter, "every 1m", String.join("\n", people(10)));
    make(set, "Talk of the day", "twitter_search_2", twitter2, "every 1h", "the");
    make(set, "Everything as it happens", "twitter_sample", twitter, "once", "");
  }

  private String credential(String platform, Map<String, String> values) {
    return id(api.post("/api/v1/credentials", new NewCredential(platform, "demo", values)));
  }

  private void make(String set, String name, String type, String credential, String schedule, String seeds) {
    api.post("/api/v1/collections", new NewCollection(set, type,
        new Plan(name, "", null, credential, schedule, null, null, Visibility.ALL, null), seeds, true));
  }

  private List<String> people(int count) {
    return people(platforms.world(), count);
  }

  /** Some whose posts can be read. */
  static List<String> people(World world, int count) {
    Moment now = world.now();
    return world.accounts().mapToObj(now::account).flatMap(Optional::stream)
        .filter(account -> account.state() == AccountState.ACTIVE).limit(count).map(Account::screenName).toList();
  }

  private static String id(JsonNode made) {
    return made.path("id").asString();
  }
}
