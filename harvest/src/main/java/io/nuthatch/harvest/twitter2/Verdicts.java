package io.nuthatch.harvest.twitter2;

import io.nuthatch.archive.items.Lenient;
import io.nuthatch.harvest.Answer;
import io.nuthatch.harvest.ApiCall;
import io.nuthatch.harvest.QuotaReading;
import io.nuthatch.harvest.SeedProblem;
import io.nuthatch.harvest.Verdict;
import io.nuthatch.harvest.Verdict.Passing;
import io.nuthatch.harvest.Verdict.Refused;
import io.nuthatch.harvest.Verdict.SeedTrouble;
import io.nuthatch.harvest.Verdict.TooMany;
import io.nuthatch.harvest.Verdict.Unfit;
import io.nuthatch.harvest.twitter.RateHeaders;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What answers of v2 mean. Problems of a call as a whole come with a title, which becomes the code of the harvest's
 * error; problems of one account come under {@code errors} beside a status of 200.
 */
final class Verdicts {

  private static final int OK = 200;
  private static final int TOO_MANY = 429;
  private static final int TIMEOUT = 408;
  private static final String USAGE_CAP = "UsageCapExceeded";

  private static final Map<Integer, String> TITLES = Map.of(400, "Invalid Request", 401, "Unauthorized", 403,
      "Forbidden", 404, "Not Found", 402, "CreditsDepleted");

  private Verdicts() {
  }

  static Verdict judge(ApiCall call, Answer answer, Instant now) {
    int status = answer.status();
    if (status == OK && call.family().equals(Calls.STREAM)) {
      return Verdict.GOOD;
    }
    if (status >= 500 || status == TIMEOUT) {
      return new Passing("the platform answered " + status + ": " + answer.text());
    }
    JsonNode json = answer.json();
    if (status == TOO_MANY && !isUsageCap(json)) {
      return new TooMany(RateHeaders.until(answer, now));
    }
    if (call.family().equals(Calls.CHANGE_RULES) && isAboutRules(json)) {
      return Verdict.GOOD;
    }
    boolean aboutUser = call.family().equals(Calls.USER) || call.family().equals(Calls.USER_BY_NAME);
    if (status == OK) {
      return aboutUser ? user(json, answer) : list(call, json, answer);
    }
    String title = Objects.requireNonNullElse(Lenient.text(json, "title"),
        TITLES.getOrDefault(status, Integer.toString(status)));
    String detail = detail(json, answer);
    if (aboutUser && (status == 400 || status == 404)) {
      return new SeedTrouble(SeedProblem.NOT_FOUND, detail);
    }
    String message = "the platform refuses " + call.family() + " with " + status + ": " + detail;
    return status == 400 || status == 404 || status == 413 || status == 414
        ? new Unfit("harvest_" + title, message)
        : new Refused("harvest_" + title, message);
  }

  private static boolean isUsageCap(JsonNode json) {
    String type = Lenient.text(json, "type");
    return USAGE_CAP.equals(Lenient.text(json, "title")) || (type != null && type.endsWith("/usage-capped"));
  }

  /** Rules that could not be added are for the flow to tell, rule by rule; a refused credential is not about rules. */
  private static boolean isAboutRules(JsonNode json) {
    return json.path("meta").isObject() || Rules.CAP.equals(Lenient.text(json, "title"))
        || json.path("errors").path(0).has("value");
  }

  private static Verdict user(JsonNode json, Answer answer) {
    JsonNode user = json.path("data");
    if (Lenient.id(user, "id", "id") == null || Lenient.text(user, "username") == null) {
      return trouble(json, answer);
    }
    return user.path("protected").asBoolean(false)
        ? new SeedTrouble(SeedProblem.UNAUTHORIZED, "the account is protected: only its followers see what it posts")
        : Verdict.GOOD;
  }

  /** A list says how long it is; what it says and what it is must agree. */
  private static Verdict list(ApiCall call, JsonNode json, Answer answer) {
    JsonNode meta = json.path("meta");
    if (call.family().equals(Calls.RULES)) {
      return meta.isObject() && areRules(json.path("data")) ? Verdict.GOOD : unexpected(answer);
    }
    JsonNode count = meta.path("result_count");
    if (!count.isIntegralNumber()) {
      return call.family().equals(Calls.TIMELINE) ? trouble(json, answer) : unexpected(answer);
    }
    int found = 0;
    for (JsonNode tweet : json.path("data")) {
      found += Lenient.id(tweet, "id", "id") != null && tweet.path("text").isString() ? 1 : 0;
    }
    return found == count.longValue() ? Verdict.GOOD : unexpected(answer);
  }

  private static boolean areRules(JsonNode rules) {
    for (JsonNode rule : rules) {
      if (Lenient.text(rule, "id") == null || Lenient.text(rule, "value") == null) {
        return false;
      }
    }
    return true;
  }

  private static Verdict trouble(JsonNode json, Answer answer) {
    JsonNode error = json.path("errors").path(0);
    String detail = Objects.requireNonNullElse(Lenient.text(error, "detail"), "");
    String type = Objects.requireNonNullElse(Lenient.text(error, "type"), "");
    if (detail.contains("suspended")) {
      return new SeedTrouble(SeedProblem.SUSPENDED, detail);
    }
    if (type.endsWith("/not-authorized-for-resource")) {
      return new SeedTrouble(SeedProblem.UNAUTHORIZED, detail);
    }
    return type.endsWith("/resource-not-found") || detail.startsWith("Could not find")
        ? new SeedTrouble(SeedProblem.NOT_FOUND, detail)
        : unexpected(answer);
  }

  private static String detail(JsonNode json, Answer answer) {
    String first = Lenient.text(json.path("errors").path(0), "message");
    String detail = first == null ? Lenient.text(json, "detail") : first;
    return detail == null ? answer.text() : detail;
  }

  private static Verdict unexpected(Answer answer) {
    return new Passing("the platform answered 200, but not with what was asked for: " + answer.text());
  }

  /** The window of the call; or, when the month's or the day's posts are used up, that nothing is left until the next. */
  static QuotaReading quota(Answer answer, Instant now) {
    if (answer.status() == TOO_MANY && isUsageCap(answer.json())) {
      return new QuotaReading(-1, 0, next(Lenient.text(answer.json(), "period"), now));
    }
    return RateHeaders.reading(answer, now);
  }

  private static Instant next(@Nullable String period, Instant now) {
    LocalDate today = now.atOffset(ZoneOffset.UTC).toLocalDate();
    LocalDate next = "Daily".equals(period) ? today.plusDays(1) : today.withDayOfMonth(1).plusMonths(1);
    return next.atStartOfDay(ZoneOffset.UTC).toInstant();
  }
}
