package io.nuthatch.harvest.engine;

import io.nuthatch.archive.items.ItemReader;
import io.nuthatch.archive.items.twitter1.Twitter1Items;
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
import io.nuthatch.harvest.SeedProblem;
import io.nuthatch.harvest.Session;
import io.nuthatch.harvest.StreamFlow;
import io.nuthatch.harvest.Subject;
import io.nuthatch.harvest.Verdict;
import io.nuthatch.model.message.SeedReference;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.BooleanNode;

/** Speaks to a {@link ToyPlatform}: {@code toy_search}, {@code toy_timeline} and {@code toy_stream}. */
final class ToyAdapter implements PlatformAdapter {

  private static final List<Option> OPTIONS = List.of(
      new Option("incremental", "Only what is new", OptionKind.FLAG, BooleanNode.TRUE),
      new Option("web_resources", "Pages linked to", OptionKind.FLAG, BooleanNode.FALSE));

  @Override
  public String platform() {
    return "toy";
  }

  @Override
  public String defaultBaseUrl() {
    return "http://127.0.0.1:1";
  }

  @Override
  public List<HarvestType> types() {
    SeedRule any = new SeedRule(1, 1000, "anything", seed -> new SeedCheck(seed, null));
    return List.of(new HarvestType("toy_search", "Search", "tweets", any, OPTIONS, new Walker(false)),
        new HarvestType("toy_timeline", "Timeline", "tweets", any, OPTIONS, new Walker(true)),
        new HarvestType("toy_stream", "Stream", "tweets", any, OPTIONS, new Listener()));
  }

  @Override
  public List<CredentialField> credentialFields() {
    return List.of(new CredentialField("token", "Token", true));
  }

  @Override
  public ItemReader items() {
    return new Twitter1Items();
  }

  @Override
  public HttpCall sign(ApiCall call, Map<String, String> credential, String baseUrl, Instant now) {
    String token = Objects.requireNonNull(credential.get("token"));
    Map<String, String> all = new LinkedHashMap<>(call.parameters());
    all.put("api_token", token);
    String query = all.entrySet().stream().map(one -> one.getKey() + "="
        + URLEncoder.encode(one.getValue(), StandardCharsets.UTF_8)).collect(Collectors.joining("&"));
    return new HttpCall(call.method(), URI.create(baseUrl + call.path() + "?" + query),
        List.of(Map.entry("Authorization", "Bearer " + token)), null, Set.of(token));
  }

  @Override
  public Verdict judge(ApiCall call, Answer answer, Instant now) {
    String wait = answer.header("retry-after");
    return switch (answer.status()) {
      case 200 -> call.path().startsWith("/1.1/search") && !answer.json().path("statuses").isArray()
          ? new Verdict.Passing("the answer is not what was asked for")
          : Verdict.GOOD;
      case 401 -> new Verdict.Refused("harvest_Unauthorized", "the credential is not taken");
      case 404 -> new Verdict.SeedTrouble(SeedProblem.NOT_FOUND, "there is nobody of this name");
      case 429 -> new Verdict.TooMany(wait == null ? null : now.plusSeconds(Long.parseLong(wait)));
      default -> new Verdict.Passing("status " + answer.status());
    };
  }

  @Override
  public QuotaReading quota(ApiCall call, Answer answer, Instant now) {
    String left = answer.header("x-rate-limit-remaining");
    return left == null
        ? QuotaReading.NONE
        : new QuotaReading(900, Long.parseLong(left),
            Instant.ofEpochSecond(Long.parseLong(Objects.requireNonNull(answer.header("x-rate-limit-reset")))));
  }

  private static ApiCall search(String subject, @Nullable String after, @Nullable String before) {
    LinkedHashMap<String, String> parameters = new LinkedHashMap<>();
    parameters.put("q", subject);
    if (after != null) {
      parameters.put("since_id", after);
    }
    if (before != null) {
      parameters.put("max_id", Long.toString(Long.parseLong(before) - 1));
    }
    return ApiCall.get("/1.1/search/tweets.json", parameters, "/search");
  }

  private static Reach walk(String subject, Interval interval, Session session) {
    String before = interval.before();
    String newest = null;
    while (true) {
      Session.Page page = session.call(search(subject, interval.after(), before));
      if (page.items().isEmpty()) {
        return Reach.WHOLE;
      }
      newest = newest == null ? page.items().getFirst().name().nativeId() : newest;
      before = page.items().getLast().name().nativeId();
      session.covered(page, newest, before);
    }
  }

  private record Walker(boolean people) implements RestFlow {

    @Override
    public Subject identify(SeedReference seed, Session session) {
      String name = Objects.requireNonNull(seed.tokenText());
      if (!people) {
        return new Subject(seed, name, null, null);
      }
      LinkedHashMap<String, String> parameters = new LinkedHashMap<>(Map.of("screen_name", name));
      Session.Page page = session.call(ApiCall.get("/1.1/users/show.json", parameters, "/users"));
      String uid = page.json().path("id_str").asString();
      return new Subject(seed, uid, uid, page.json().path("screen_name").asString());
    }

    @Override
    public Reach walk(Subject subject, Interval interval, Session session) {
      return ToyAdapter.walk(subject.key(), interval, session);
    }

    @Override
    public Cost cost(SeedReference seed, long items) {
      return new Cost(Map.of("/search", items / ToyPlatform.PAGE + 1), Duration.ZERO);
    }
  }

  private record Listener() implements StreamFlow {

    @Override
    public ApiCall open(List<SeedReference> seeds, Session session) {
      return ApiCall.get("/1.1/statuses/filter.json", new LinkedHashMap<>(), "/filter");
    }

    @Override
    public Line read(String line) {
      return line.contains("\"limit\"") ? new Line.Notice("limit", line) : Line.ITEM;
    }

    @Override
    public Duration longestSilence() {
      return Duration.ofSeconds(20);
    }

    @Override
    public Duration pause(Break kind, int attempt) {
      return Duration.ofMillis(50L * attempt);
    }

    @Override
    public Reach backfill(List<SeedReference> seeds, Instant from, Instant to, Session session) {
      String subject = Objects.requireNonNull(seeds.getFirst().tokenText());
      return subject.equals("unsearchable")
          ? new Reach.CutOff("this stream cannot be searched")
          : ToyAdapter.walk(subject, Interval.ALL, session);
    }
  }
}
