package io.nuthatch.harvest.twitter2;

import io.nuthatch.archive.items.ItemReader;
import io.nuthatch.archive.items.twitter2.Twitter2Items;
import io.nuthatch.harvest.Answer;
import io.nuthatch.harvest.ApiCall;
import io.nuthatch.harvest.CredentialField;
import io.nuthatch.harvest.HarvestType;
import io.nuthatch.harvest.HttpCall;
import io.nuthatch.harvest.PlatformAdapter;
import io.nuthatch.harvest.QuotaReading;
import io.nuthatch.harvest.Verdict;
import io.nuthatch.harvest.twitter.AccountSeeds;
import io.nuthatch.harvest.twitter.OAuth1;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Speaks X's API v2: as an application if the credential has a bearer token, and otherwise as a user who signs. */
public final class Twitter2Adapter implements PlatformAdapter {

  private static final String ITEMS = "tweets";
  private static final String BEARER_TOKEN = "bearer_token";

  private final ItemReader items = new Twitter2Items();
  private final List<HarvestType> types = List.of(
      new HarvestType("twitter_user_timeline_2", "User timelines", ITEMS, AccountSeeds.RULE, AccountSeeds.OPTIONS,
          new UserTimeline()),
      new HarvestType("twitter_search_2", "Search of the last seven days", ITEMS, Seeds.RECENT, Seeds.SEARCH_OPTIONS,
          Search.RECENT),
      new HarvestType("twitter_academic_search", "Search of everything", ITEMS, Seeds.ALL, Seeds.SEARCH_OPTIONS,
          Search.ALL),
      new HarvestType("twitter_filter_stream", "Filtered stream", ITEMS, Seeds.RULES, Seeds.STREAM_OPTIONS,
          new FilteredStream()));

  @Override
  public String platform() {
    return "twitter2";
  }

  @Override
  public String defaultBaseUrl() {
    return "https://api.x.com/2";
  }

  @Override
  public List<HarvestType> types() {
    return types;
  }

  /** Any that suffice to sign: the bearer token, which the filtered stream needs, or the other four. */
  @Override
  public List<CredentialField> credentialFields() {
    return List.of(new CredentialField(BEARER_TOKEN, "Bearer token", false),
        new CredentialField(OAuth1.CONSUMER_KEY, "Consumer key", false),
        new CredentialField(OAuth1.CONSUMER_SECRET, "Consumer secret", false),
        new CredentialField(OAuth1.ACCESS_TOKEN, "Access token", false),
        new CredentialField(OAuth1.ACCESS_TOKEN_SECRET, "Access token secret", false));
  }

  @Override
  public ItemReader items() {
    return items;
  }

  @Override
  public HttpCall sign(ApiCall call, Map<String, String> credential, String baseUrl, Instant now) {
    String token = credential.get(BEARER_TOKEN);
    return token == null || token.isEmpty()
        ? OAuth1.sign(call, credential, baseUrl, now)
        : HttpCall.unsigned(call, baseUrl).with("Authorization", "Bearer " + token, credential.values());
  }

  @Override
  public Verdict judge(ApiCall call, Answer answer, Instant now) {
    return Verdicts.judge(call, answer, now);
  }

  @Override
  public QuotaReading quota(ApiCall call, Answer answer, Instant now) {
    return Verdicts.quota(answer, now);
  }
}
