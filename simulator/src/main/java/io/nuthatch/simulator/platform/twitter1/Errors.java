package io.nuthatch.simulator.platform.twitter1;

import io.nuthatch.simulator.people.AccountState;
import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Refusal;
import io.nuthatch.simulator.platform.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How v1.1 says no. */
final class Errors {

  private Errors() {
  }

  static Reply of(int status, int code, String message) {
    Map<String, Object> error = new LinkedHashMap<>();
    error.put("code", code);
    error.put("message", message);
    return Reply.json(status, Map.of("errors", List.of(error)));
  }

  static Reply refused(Refusal refusal) {
    return switch (refusal) {
      case NO_SUCH_PATH -> noPage();
      case WRONG_METHOD -> of(405, 86, "This method requires a different HTTP method.");
      case NO_CREDENTIALS -> of(400, 215, "Bad Authentication data.");
      case WRONG_CREDENTIALS -> of(401, 32, "Could not authenticate you.");
      case WRONG_TIME -> of(401, 135, "Timestamp out of bounds.");
      case REVOKED -> of(401, 89, "Invalid or expired token.");
      case WRONG_CONTEXT -> of(403, 220, "Your credentials do not allow access to this resource.");
      case RATE_LIMITED -> of(429, 88, "Rate limit exceeded");
      case BROKEN -> of(500, 131, "Internal error");
    };
  }

  static Reply noPage() {
    return of(404, 34, "Sorry, that page does not exist.");
  }

  static Reply noStatus() {
    return of(404, 144, "No status found with that ID.");
  }

  static Reply noUser() {
    return of(404, 50, "User not found.");
  }

  static Reply tooMany() {
    return of(403, 18, "Too many terms specified in query.");
  }

  static Reply missing(String parameters) {
    return of(400, 25, "Query parameters are missing: " + parameters + ".");
  }

  /** A tweet whose author's state keeps it from view. */
  static Reply hidden(AccountState state) {
    return state == AccountState.SUSPENDED
        ? of(403, 63, "User has been suspended.")
        : of(403, 179, "Sorry, you are not authorized to see this status.");
  }

  /** The old form of an error that user_timeline keeps for protected accounts. */
  static Reply notAuthorized(Call call) {
    Map<String, Object> error = new LinkedHashMap<>();
    error.put("request", call.incoming().path());
    error.put("error", "Not authorized.");
    return Reply.json(401, error);
  }
}
