package io.nuthatch.harvest.twitter1;

import io.nuthatch.archive.items.Lenient;
import io.nuthatch.harvest.Answer;
import io.nuthatch.harvest.ApiCall;
import io.nuthatch.harvest.SeedProblem;
import io.nuthatch.harvest.Verdict;
import io.nuthatch.harvest.Verdict.Passing;
import io.nuthatch.harvest.Verdict.Refused;
import io.nuthatch.harvest.Verdict.SeedTrouble;
import io.nuthatch.harvest.Verdict.TooMany;
import io.nuthatch.harvest.Verdict.Unfit;
import io.nuthatch.harvest.twitter.RateHeaders;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** What answers of v1.1 mean: by status, then by the code in the body, and a good one only if it is what was asked for. */
final class Verdicts {

  private static final int OK = 200;
  private static final int CALM_DOWN = 420;
  private static final int TOO_MANY = 429;
  private static final int TIMEOUT = 408;
  private static final int RATE_LIMIT_CODE = 88;

  private static final Map<Integer, String> TITLES = Map.of(400, "Bad Request", 401, "Unauthorized", 403, "Forbidden",
      404, "Not Found", 406, "Not Acceptable", 410, "Gone", 413, "Too Long");

  private Verdicts() {
  }

  static Verdict judge(ApiCall call, Answer answer, Instant now) {
    int status = answer.status();
    if (status == OK && Streams.isStream(call)) {
      return Verdict.GOOD;
    }
    if (status >= 500 || status == TIMEOUT) {
      return new Passing("the platform answered " + status + ": " + answer.text());
    }
    if (status == TOO_MANY || status == CALM_DOWN) {
      return new TooMany(RateHeaders.until(answer, now));
    }
    JsonNode json = answer.json();
    return status == OK ? good(call, json, answer, now) : refused(call, json, answer);
  }

  private static Verdict good(ApiCall call, JsonNode json, Answer answer, Instant now) {
    if (Lenient.number(json.path("errors").path(0), "code", 0) == RATE_LIMIT_CODE) {
      return new TooMany(RateHeaders.until(answer, now));
    }
    if (call.path().equals(Users.SHOW)) {
      if (Lenient.id(json, "id_str", "id") == null || Lenient.text(json, "screen_name") == null) {
        return unexpected(answer);
      }
      return json.path("protected").asBoolean(false)
          ? new SeedTrouble(SeedProblem.UNAUTHORIZED, "the account is protected: only its followers see what it posts")
          : Verdict.GOOD;
    }
    JsonNode tweets = call.path().equals(Search.PATH) ? json.path("statuses") : json;
    if (!tweets.isArray()) {
      return unexpected(answer);
    }
    for (JsonNode tweet : tweets) {
      if (Lenient.id(tweet, "id_str", "id") == null) {
        return unexpected(answer);
      }
    }
    return Verdict.GOOD;
  }

  private static Verdict refused(ApiCall call, JsonNode json, Answer answer) {
    int status = answer.status();
    long code = Lenient.number(json.path("errors").path(0), "code", 0);
    String message = Objects.requireNonNullElse(Lenient.text(json.path("errors").path(0), "message"), answer.text());
    if (call.path().equals(Users.SHOW) || call.path().equals(UserTimeline.PATH)) {
      if (code == 63) {
        return new SeedTrouble(SeedProblem.SUSPENDED, message);
      }
      if (status == 404) {
        return new SeedTrouble(SeedProblem.NOT_FOUND, message);
      }
      if (code == 179 || (status == 401 && json.path("error").isString())) {
        return new SeedTrouble(SeedProblem.UNAUTHORIZED, "the account is protected: " + message);
      }
    }
    String title = "harvest_" + TITLES.getOrDefault(status, Integer.toString(status));
    String refusal = "the platform refuses " + call.path() + " with " + status + ": " + message;
    return status == 401 || status == 403 ? new Refused(title, refusal) : new Unfit(title, refusal);
  }

  private static Verdict unexpected(Answer answer) {
    return new Passing("the platform answered 200, but not with what was asked for: " + answer.text());
  }
}
