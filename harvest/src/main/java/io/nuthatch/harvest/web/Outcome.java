package io.nuthatch.harvest.web;

import io.nuthatch.harvest.capture.CaptureException.Failure;
import java.util.Locale;

/** What can come of a seed besides its being fetched; a code in the warnings of a harvest: {@code web_not_found}. */
enum Outcome {
  BAD_URL,
  BAD_ANSWER,
  FORBIDDEN,
  INCOMPLETE,
  INSECURE,
  NO_ANSWER,
  NOT_FOUND,
  REDIRECT_LOOP,
  REFUSED,
  REFUSED_ADDRESS,
  ROBOTS,
  SERVER_ERROR,
  TIMEOUT,
  TOO_LARGE,
  TOO_MANY_REDIRECTS,
  TOO_MANY_REQUESTS,
  UNKNOWN_HOST,
  UNREACHABLE,
  UNWANTED_TYPE;

  String code() {
    return "web_" + name().toLowerCase(Locale.ROOT);
  }

  /** Whether the same fetch may end better a little later. */
  boolean isPassing() {
    return switch (this) {
      case INCOMPLETE, NO_ANSWER, SERVER_ERROR, TIMEOUT, TOO_MANY_REQUESTS, UNREACHABLE -> true;
      default -> false;
    };
  }

  /** Whether nobody was there. */
  boolean isNobody() {
    return this == UNREACHABLE || this == UNKNOWN_HOST || this == TIMEOUT || this == NO_ANSWER;
  }

  static Outcome ofStatus(int status) {
    return switch (status) {
      case 404, 410 -> NOT_FOUND;
      case 401, 402, 403, 407, 451 -> FORBIDDEN;
      case 429 -> TOO_MANY_REQUESTS;
      default -> status >= 500 ? SERVER_ERROR : REFUSED;
    };
  }

  static Outcome ofTruncation(String why) {
    return switch (why) {
      case "length" -> TOO_LARGE;
      case "time" -> TIMEOUT;
      default -> INCOMPLETE;
    };
  }

  /** For failures that are the network's or the other side's. */
  static Outcome ofFailure(Failure failure) {
    return switch (failure) {
      case BAD_CALL -> BAD_URL;
      case UNKNOWN_HOST -> UNKNOWN_HOST;
      case REFUSED_ADDRESS -> REFUSED_ADDRESS;
      case UNREACHABLE -> UNREACHABLE;
      case INSECURE -> INSECURE;
      case TIMEOUT -> TIMEOUT;
      case NO_ANSWER -> NO_ANSWER;
      case BAD_ANSWER -> BAD_ANSWER;
      case ABORTED, LOCAL -> throw new IllegalArgumentException(failure + " ends the harvest");
    };
  }
}
