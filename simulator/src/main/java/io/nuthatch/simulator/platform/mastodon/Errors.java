package io.nuthatch.simulator.platform.mastodon;

import io.nuthatch.simulator.platform.Refusal;
import io.nuthatch.simulator.platform.Reply;
import java.util.Map;

/** How Mastodon says no. */
final class Errors {

  private Errors() {
  }

  static Reply of(int status, String message) {
    return Reply.json(status, Map.of("error", message));
  }

  static Reply notFound() {
    return of(404, "Record not found");
  }

  static Reply refused(Refusal refusal) {
    return switch (refusal) {
      case NO_SUCH_PATH -> of(404, "The page you are looking for isn't here.");
      case WRONG_METHOD -> of(405, "Method Not Allowed");
      case NO_CREDENTIALS, WRONG_CONTEXT -> of(401, "Missing access token");
      case WRONG_CREDENTIALS, WRONG_TIME -> of(401, "The access token is invalid");
      case REVOKED -> of(401, "The access token was revoked");
      case RATE_LIMITED -> of(429, "Too many requests");
      case BROKEN -> of(500, "We're sorry, but something went wrong on our end.");
    };
  }
}
