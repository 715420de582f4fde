package io.nuthatch.harvest.twitter1;

import io.nuthatch.archive.items.ItemReader;
import io.nuthatch.archive.items.twitter1.Twitter1Items;
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
import io.nuthatch.harvest.twitter.RateHeaders;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Speaks Twitter's API v1.1, signing every call as a user. */
public final class Twitter1Adapter implements PlatformAdapter {

  private static final String ITEMS = "tweets";
  private static final String STREAM_BASE_URL = "https://stream.twitter.com/1.1";

  private final ItemReader items = new Twitter1Items();
  private final List<HarvestType> types = List.of(
      new HarvestType("twitter_user_timeline", "User timelines", ITEMS, AccountSeeds.RULE, AccountSeeds.OPTIONS,
          new UserTimeline()),
      new HarvestType("twitter_search", "Search", ITEMS, Seeds.SEARCH, Seeds.SEARCH_OPTIONS, new Search()),
      new HarvestType("twitter_filter", "Filter stream", ITEMS, Seeds.FILTER, Seeds.STREAM_OPTIONS, new FilterStream()),
      new HarvestType("twitter_sample", "Sample stream", ITEMS, Seeds.NONE, Seeds.STREAM_OPTIONS, new SampleStream()));

  @Override
  public String platform() {
    return "twitter";
  }

  @Override
  public String defaultBaseUrl() {
    return "https://api.twitter.com/1.1";
  }

  @Override
  public List<HarvestType> types() {
    return types;
  }

  @Override
  public List<CredentialField> credentialFields() {
    return List.of(new CredentialField(OAuth1.CONSUMER_KEY, "Consumer key", true),
        new CredentialField(OAuth1.CONSUMER_SECRET, "Consumer secret", true),
        new CredentialField(OAuth1.ACCESS_TOKEN, "Access token", true),
        new CredentialField(OAuth1.ACCESS_TOKEN_SECRET, "Access token secret", true));
  }

  @Override
  public ItemReader items() {
    return items;
  }

  /** Twitter itself has its streams on a host of their own; any other server is taken to have all on one. */
  @Override
  public HttpCall sign(ApiCall call, Map<String, String> credential, String baseUrl, Instant now) {
    boolean elsewhere = Streams.isStream(call) && baseUrl.equals(defaultBaseUrl());
    return OAuth1.sign(call, credential, elsewhere ? STREAM_BASE_URL : baseUrl, now);
  }

  @Override
  public Verdict judge(ApiCall call, Answer answer, Instant now) {
    return Verdicts.judge(call, answer, now);
  }

  @Override
  public QuotaReading quota(ApiCall call, Answer answer, Instant now) {
    return RateHeaders.reading(answer, now);
  }
}
