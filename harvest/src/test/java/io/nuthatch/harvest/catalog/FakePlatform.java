package io.nuthatch.harvest.catalog;

import io.nuthatch.archive.items.ItemReader;
import io.nuthatch.harvest.Answer;
import io.nuthatch.harvest.ApiCall;
import io.nuthatch.harvest.CredentialField;
import io.nuthatch.harvest.HarvestType;
import io.nuthatch.harvest.HarvestType.Cost;
import io.nuthatch.harvest.HarvestType.Option;
import io.nuthatch.harvest.HarvestType.OptionKind;
import io.nuthatch.harvest.HarvestType.SeedCheck;
import io.nuthatch.harvest.HarvestType.SeedRule;
import io.nuthatch.harvest.HttpCall;
import io.nuthatch.harvest.Interval;
import io.nuthatch.harvest.PlatformAdapter;
import io.nuthatch.harvest.QuotaReading;
import io.nuthatch.harvest.Reach;
import io.nuthatch.harvest.RestFlow;
import io.nuthatch.harvest.Session;
import io.nuthatch.harvest.StreamFlow;
import io.nuthatch.harvest.Subject;
import io.nuthatch.harvest.Verdict;
import io.nuthatch.model.Json;
import io.nuthatch.model.message.SeedReference;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.StringNode;

/** A platform as the catalogue sees it: types with their rules. It is never called. */
record FakePlatform(String platform, List<HarvestType> types, List<CredentialField> credentialFields)
    implements
      PlatformAdapter {

  private static final SeedRule ACCOUNTS = new SeedRule(1, Integer.MAX_VALUE, "a name", FakePlatform::account);
  private static final List<Option> OPTIONS = List.of(flag("incremental", true),
      flag("deactivate_not_found_seeds", false), flag("deactivate_suspended_seeds", false),
      flag("deactivate_unauthorized_seeds", false));

  static HarvestTypes types(String... off) {
    List<CredentialField> oauth = List.of(new CredentialField("consumer_key", "Consumer key", true),
        new CredentialField("consumer_secret", "Consumer secret", true),
        new CredentialField("bearer_token", "Bearer token", false));
    SeedRule searches = new SeedRule(1, 10, "a query", seed -> new SeedCheck(seed, null));
    SeedRule none = new SeedRule(0, 0, "", seed -> new SeedCheck(null, "no seeds"));
    FakePlatform twitter = new FakePlatform("twitter", List.of(
        new HarvestType("twitter_user_timeline", "Timelines", "tweets", ACCOUNTS, OPTIONS, new Calls()),
        new HarvestType("twitter_search", "Searches", "tweets", searches, OPTIONS, new Calls()),
        new HarvestType("twitter_filter", "Filter", "tweets", new SeedRule(1, 1, "words", searches.check()), List.of(),
            new Stream()),
        new HarvestType("twitter_sample", "Sample", "tweets", none, List.of(), new Stream())), oauth);
    FakePlatform flickr = new FakePlatform("flickr", List.of(
        new HarvestType("flickr_user", "Photos", "photos", ACCOUNTS,
            List.of(new Option("sizes", "Sizes", OptionKind.LIST, Json.tree("[\"Large\"]"))),
            new Calls())),
        List.of(new CredentialField("key", "Key", true), new CredentialField("secret", "Secret", true)));
    FakePlatform web = new FakePlatform("web", List.of(
        new HarvestType("web", "Web", "web resources", ACCOUNTS, List.of(), new Calls())), List.of());
    return HarvestTypes.of(List.of(twitter, flickr, web), Set.of(off));
  }

  private static Option flag(String name, boolean standard) {
    return new Option(name, name, OptionKind.FLAG, BooleanNode.valueOf(standard));
  }

  private static SeedCheck account(SeedReference seed) {
    String token = seed.tokenText();
    if (token == null) {
      return new SeedCheck(seed, null);
    }
    String name = token.startsWith("@") ? token.substring(1) : token;
    return name.contains(" ")
        ? new SeedCheck(null, "'" + token + "' has a blank in it")
        : new SeedCheck(new SeedReference(null, StringNode.valueOf(name), seed.uid()), null);
  }

  /** Two calls for a seed, and one for every hundred items. */
  record Calls() implements RestFlow {

    @Override
    public Subject identify(SeedReference seed, Session session) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Reach walk(Subject subject, Interval interval, Session session) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Cost cost(SeedReference seed, long items) {
      return new Cost(Map.of("/users", 1L, "/timeline", 1 + items / 100), Duration.ofSeconds(1));
    }
  }

  record Stream() implements StreamFlow {

    @Override
    public ApiCall open(List<SeedReference> seeds, Session session) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Line read(String line) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Duration longestSilence() {
      return Duration.ofSeconds(90);
    }

    @Override
    public Duration pause(Break kind, int attempt) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Reach backfill(List<SeedReference> seeds, Instant from, Instant to, Session session) {
      throw new UnsupportedOperationException();
    }
  }

  @Override
  public String defaultBaseUrl() {
    throw new UnsupportedOperationException();
  }

  @Override
  public ItemReader items() {
    throw new UnsupportedOperationException();
  }

  @Override
  public HttpCall sign(ApiCall call, Map<String, String> credential, String baseUrl, Instant now) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Verdict judge(ApiCall call, Answer answer, Instant now) {
    throw new UnsupportedOperationException();
  }

  @Override
  public QuotaReading quota(ApiCall call, Answer answer, Instant now) {
    throw new UnsupportedOperationException();
  }
}
