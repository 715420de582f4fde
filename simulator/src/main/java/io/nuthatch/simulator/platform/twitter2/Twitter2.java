package io.nuthatch.simulator.platform.twitter2;

import static io.nuthatch.simulator.platform.Access.ANYONE;
import static io.nuthatch.simulator.platform.Access.APPLICATION;
import static io.nuthatch.simulator.platform.Access.USER_OR_APPLICATION;
import static io.nuthatch.simulator.platform.Quota.perQuarterHour;

import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Endpoint;
import io.nuthatch.simulator.platform.Gate;
import io.nuthatch.simulator.platform.OAuthGate;
import io.nuthatch.simulator.platform.Platform;
import io.nuthatch.simulator.platform.Quota;
import io.nuthatch.simulator.platform.QuotaState;
import io.nuthatch.simulator.platform.Refusal;
import io.nuthatch.simulator.platform.Reply;
import io.nuthatch.simulator.platform.Stage;
import io.nuthatch.simulator.platform.twitter.AppTokens;
import io.nuthatch.simulator.platform.twitter.QuotaHeaders;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** X's API v2 under {@code /2}, and the tokens of applications under {@code /oauth2/token}. */
public final class Twitter2 implements Platform {

  private final Gate gate;
  private final UsageLedger ledger;
  private final List<Endpoint> endpoints;

  public Twitter2(Stage stage) {
    gate = new OAuthGate(stage.credentials(), stage.world().clock(), stage.settings().clockTolerance());
    ledger = new UsageLedger(stage.settings().limits().usage());
    Tweets tweets = new Tweets(ledger);
    Rules rules = new Rules();
    FilteredStream stream = new FilteredStream(stage, rules, ledger);
    String rulesPath = "/2/tweets/search/stream/rules";
    endpoints = List.of(
        Endpoint.post("/oauth2/token", ANYONE, Quota.UNLIMITED, new AppTokens(stage.credentials())::answer),
        reading("/2/tweets", perQuarterHour(5_000, 3_500), tweets::lookup),
        reading("/2/tweets/:id", perQuarterHour(900, 450), tweets::single),
        reading("/2/users/:id/tweets", perQuarterHour(900, 10_000), tweets::byAuthor),
        reading("/2/tweets/search/recent", perQuarterHour(300, 450), tweets::recent),
        open("/2/users", perQuarterHour(900, 300), Users::lookup),
        open("/2/users/:id", perQuarterHour(900, 300), Users::single),
        open("/2/users/by", perQuarterHour(900, 300), Users::byNames),
        open("/2/users/by/username/:username", perQuarterHour(900, 300), Users::byName),
        Endpoint.get("/2/tweets/search/stream", APPLICATION, perQuarterHour(50, 50), capped(stream::open)),
        Endpoint.get(rulesPath, APPLICATION, perQuarterHour(450, 450), rules::list),
        Endpoint.post(rulesPath, APPLICATION, perQuarterHour(100, 100), rules::change).family("POST " + rulesPath));
  }

  @Override
  public String name() {
    return "twitter2";
  }

  @Override
  public String prefix() {
    return "/2";
  }

  /** What has been read, and what it costs. */
  public UsageLedger ledger() {
    return ledger;
  }

  @Override
  public List<Endpoint> endpoints() {
    return endpoints;
  }

  @Override
  public Gate gate() {
    return gate;
  }

  @Override
  public Reply refuse(Refusal refusal, Call call) {
    return Problems.refused(refusal);
  }

  @Override
  public Map<String, String> headers(QuotaState state) {
    return QuotaHeaders.of(state);
  }

  private Endpoint reading(String path, Quota quota, Endpoint.Answer answer) {
    return Endpoint.get(path, USER_OR_APPLICATION, quota, capped(answer));
  }

  private static Endpoint open(String path, Quota quota, Endpoint.Answer answer) {
    return Endpoint.get(path, USER_OR_APPLICATION, quota, refusable(answer));
  }

  /** Answers only as long as the caller's usage cap is not reached. */
  private Endpoint.Answer capped(Endpoint.Answer answer) {
    return refusable(call -> {
      Optional<String> period = ledger.exceeded(call.caller().name(), call.moment().instant());
      return period.map(name -> Problems.usageCapped(call.caller().name(), name)).orElseGet(() -> answer.answer(call));
    });
  }

  private static Endpoint.Answer refusable(Endpoint.Answer answer) {
    return call -> {
      try {
        return answer.answer(call);
      } catch (Refused e) {
        return e.reply();
      }
    };
  }
}
