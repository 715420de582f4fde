package io.nuthatch.simulator.platform.twitter1;

import static io.nuthatch.simulator.platform.Access.USER;
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
import io.nuthatch.simulator.platform.twitter.QuotaHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Twitter's API v1.1 under {@code /1.1}. */
public final class Twitter1 implements Platform {

  private final Gate gate;
  private final List<Endpoint> rest;
  private final List<Endpoint> all;

  public Twitter1(Stage stage) {
    gate = new OAuthGate(stage.credentials(), stage.world().clock(), stage.settings().clockTolerance());
    rest = List.of(
        Endpoint.either("/1.1/statuses/lookup.json", USER_OR_APPLICATION, perQuarterHour(900, 300), Statuses::lookup),
        Endpoint.get("/1.1/statuses/show.json", USER_OR_APPLICATION, perQuarterHour(900, 900), Statuses::show),
        Endpoint.get("/1.1/statuses/user_timeline.json", USER_OR_APPLICATION, perQuarterHour(900, 1_500),
            Statuses::userTimeline),
        Endpoint.get("/1.1/search/tweets.json", USER_OR_APPLICATION, perQuarterHour(180, 450), Search::answer),
        Endpoint.either("/1.1/users/lookup.json", USER_OR_APPLICATION, perQuarterHour(900, 300), Users::lookup),
        Endpoint.get("/1.1/users/show.json", USER_OR_APPLICATION, perQuarterHour(900, 900), Users::show));
    all = new ArrayList<>(rest);
    all.add(Endpoint.get("/1.1/application/rate_limit_status.json", USER_OR_APPLICATION, perQuarterHour(180, 180),
        call -> RateLimits.answer(call, rest, stage.quotas())));
    Streams streams = new Streams(stage);
    all.add(Endpoint.post("/1.1/statuses/filter.json", USER, Quota.UNLIMITED, streams::filter));
    all.add(Endpoint.get("/1.1/statuses/sample.json", USER, Quota.UNLIMITED, streams::sample));
  }

  @Override
  public String name() {
    return "twitter1";
  }

  @Override
  public String prefix() {
    return "/1.1";
  }

  @Override
  public List<Endpoint> endpoints() {
    return all;
  }

  @Override
  public Gate gate() {
    return gate;
  }

  @Override
  public Reply refuse(Refusal refusal, Call call) {
    return Errors.refused(refusal);
  }

  @Override
  public Map<String, String> headers(QuotaState state) {
    return QuotaHeaders.of(state);
  }
}
