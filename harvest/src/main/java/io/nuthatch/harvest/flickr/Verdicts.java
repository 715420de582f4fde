package io.nuthatch.harvest.flickr;

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
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * What answers of Flickr mean: its failures come with status 200 and a code. A photo that is not there any more is a
 * good answer, since a list that was read a moment ago may name it; the flows look.
 */
final class Verdicts {

  private static final Set<Long> OVERLOADED = Set.of(0L, 105L, 106L);
  private static final Set<Long> NOBODY = Set.of(1L, 2L, 5L);
  private static final Set<Long> NO_PHOTO = Set.of(1L, 2L);

  /** Codes from here on are about the key or the call's form, whatever it asks. */
  private static final long FIRST_OF_ALL_CALLS = 95;

  private Verdicts() {
  }

  static Verdict judge(ApiCall call, Answer answer, Instant now) {
    int status = answer.status();
    if (status >= 500 || status == 408) {
      return new Passing("the platform answered " + status + ": " + answer.text());
    }
    if (status == 429) {
      String seconds = answer.header("retry-after");
      return new TooMany(seconds != null && Lenient.isId(seconds) && seconds.length() < 8
          ? now.plus(Duration.ofSeconds(Long.parseLong(seconds)))
          : null);
    }
    if (status != 200) {
      return new Refused("harvest_" + status, "the platform answered " + status + ": " + answer.text());
    }
    JsonNode json = answer.json();
    String stat = Lenient.text(json, "stat");
    if ("ok".equals(stat)) {
      return isWhatWasAsked(call, json) ? Verdict.GOOD : unexpected(answer);
    }
    return "fail".equals(stat) ? failed(call, json) : unexpected(answer);
  }

  private static Verdict failed(ApiCall call, JsonNode json) {
    long code = Lenient.number(json, "code", -1);
    String message = Objects.requireNonNullElse(Lenient.text(json, "message"), "code " + code);
    if (OVERLOADED.contains(code)) {
      return new Passing("the platform says: " + message);
    }
    String method = String.valueOf(call.parameter("method"));
    boolean aboutPhoto = method.equals(Calls.INFO) || method.equals(Calls.SIZES);
    if (aboutPhoto && NO_PHOTO.contains(code)) {
      return Verdict.GOOD;
    }
    if (!aboutPhoto && NOBODY.contains(code)) {
      return new SeedTrouble(SeedProblem.NOT_FOUND, message);
    }
    String title = "harvest_" + message.replaceFirst(" *\\(.*", "");
    String refusal = "the platform refuses " + method + ": " + message;
    return code >= FIRST_OF_ALL_CALLS ? new Refused(title, refusal) : new Unfit(title, refusal);
  }

  private static boolean isWhatWasAsked(ApiCall call, JsonNode json) {
    return switch (String.valueOf(call.parameter("method"))) {
      case Calls.FIND_PERSON -> Lenient.text(json.path("user"), "nsid") != null;
      case Calls.PERSON -> Lenient.text(json.path("person"), "nsid") != null;
      case Calls.PHOTOS -> isList(json.path("photos"));
      case Calls.INFO -> Lenient.id(json.path("photo"), "id", "id") != null;
      case Calls.SIZES -> json.path("sizes").path("size").isArray();
      default -> true;
    };
  }

  private static boolean isList(JsonNode photos) {
    if (!photos.path("photo").isArray() || Lenient.number(photos, "pages", -1) < 0) {
      return false;
    }
    for (JsonNode photo : photos.path("photo")) {
      if (Lenient.id(photo, "id", "id") == null || Lenient.number(photo, "dateupload", -1) < 0) {
        return false;
      }
    }
    return true;
  }

  private static Verdict unexpected(Answer answer) {
    return new Passing("the platform answered 200, but not with what was asked for: " + answer.text());
  }
}
