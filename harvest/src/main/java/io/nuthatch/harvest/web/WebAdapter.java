package io.nuthatch.harvest.web;

import io.nuthatch.archive.items.Item;
import io.nuthatch.archive.items.ItemReader;
import io.nuthatch.harvest.Answer;
import io.nuthatch.harvest.ApiCall;
import io.nuthatch.harvest.CredentialField;
import io.nuthatch.harvest.HarvestException;
import io.nuthatch.harvest.HarvestType;
import io.nuthatch.harvest.HarvestType.SeedCheck;
import io.nuthatch.harvest.HarvestType.SeedRule;
import io.nuthatch.harvest.HttpCall;
import io.nuthatch.harvest.PlatformAdapter;
import io.nuthatch.harvest.QuotaReading;
import io.nuthatch.harvest.Verdict;
import io.nuthatch.harvest.capture.CaptureClient;
import io.nuthatch.harvest.capture.CaptureSettings;
import io.nuthatch.model.Post;
import io.nuthatch.model.message.SeedReference;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/**
 * The web as a platform among the others: type {@code web}, whose seeds are URLs. It has a client of its own that
 * connects to public addresses only. There are no credentials, no quota and no items; the calls of other platforms are
 * not for it.
 */
public final class WebAdapter implements PlatformAdapter, AutoCloseable {

  public static final String PLATFORM = "web";

  private final CaptureClient client;
  private final HarvestType type;

  private WebAdapter(WebSettings settings, CaptureSettings capture, InstantSource clock) {
    client = CaptureClient.create(capture, PublicAddresses.and(settings.allowed()), clock);
    type = new HarvestType(PLATFORM, "Web resources", "web resources",
        new SeedRule(1, Integer.MAX_VALUE, "A URL, such as https://example.com/page", WebAdapter::check),
        WebOptions.ALL, new WebFlow(settings, client, capture.userAgent(), clock));
  }

  public static WebAdapter open(WebSettings settings, CaptureSettings capture, InstantSource clock) {
    return new WebAdapter(settings, capture, clock);
  }

  private static SeedCheck check(SeedReference seed) {
    String text = seed.tokenText();
    if (text == null || text.isBlank()) {
      return new SeedCheck(null, "a seed of the web is a URL in its token");
    }
    try {
      return new SeedCheck(new SeedReference(seed.id(), StringNode.valueOf(WebUrl.of(text).toString()), seed.uid()),
          null);
    } catch (HarvestException e) {
      return new SeedCheck(null, e.getMessage());
    }
  }

  @Override
  public String platform() {
    return PLATFORM;
  }

  @Override
  public String defaultBaseUrl() {
    return "";
  }

  @Override
  public List<HarvestType> types() {
    return List.of(type);
  }

  @Override
  public List<CredentialField> credentialFields() {
    return List.of();
  }

  @Override
  public ItemReader items() {
    return NoItems.READER;
  }

  @Override
  public HttpCall sign(ApiCall call, Map<String, String> credential, String baseUrl, Instant now) {
    throw new UnsupportedOperationException("a harvest of the web makes its own calls");
  }

  @Override
  public Verdict judge(ApiCall call, Answer answer, Instant now) {
    throw new UnsupportedOperationException("a harvest of the web judges its own answers");
  }

  @Override
  public QuotaReading quota(ApiCall call, Answer answer, Instant now) {
    return QuotaReading.NONE;
  }

  /** Aborts fetches in progress. */
  @Override
  public void close() {
    client.close();
  }

  /** What is fetched from the web has no items in it. */
  private enum NoItems implements ItemReader {
    READER;

    @Override
    public String platform() {
      return PLATFORM;
    }

    @Override
    public Layout layout(String url) {
      return Layout.UNKNOWN;
    }

    @Override
    public List<Item> items(String url, JsonNode document) {
      return List.of();
    }

    @Override
    public List<Post> posts(Item item) {
      return List.of();
    }
  }
}
