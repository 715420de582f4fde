package io.nuthatch.simulator.platform.bluesky;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.platform.Parameters;
import io.nuthatch.simulator.platform.Refusal;
import io.nuthatch.simulator.platform.Reply;
import java.util.List;
import java.util.Map;

/** How XRPC reads parameters and says no. */
final class Xrpc {

  /** A refusal in the middle of an answer. */
  static final class Refused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String error;
    private final String sentence;

    Refused(String error, String sentence) {
      super(sentence, null, false, false);
      this.error = error;
      this.sentence = sentence;
    }

    Reply reply() {
      return error(400, error, sentence);
    }
  }

  private Xrpc() {
  }

  static Reply error(int status, String error, String message) {
    return Reply.json(status, Json.object().put("error", error).put("message", message));
  }

  static Reply refused(Refusal refusal) {
    return switch (refusal) {
      case NO_SUCH_PATH -> error(501, "MethodNotImplemented", "Method Not Implemented");
      case WRONG_METHOD -> error(405, "InvalidRequest", "Incorrect HTTP method");
      case RATE_LIMITED -> error(429, "RateLimitExceeded", "Rate Limit Exceeded");
      case BROKEN -> error(500, "InternalServerError", "Internal Server Error");
      default -> error(401, "AuthMissing", "Authentication Required");
    };
  }

  static Refused invalid(String sentence) {
    return new Refused("InvalidRequest", sentence);
  }

  static String required(Parameters parameters, String name) {
    return parameters.text(name)
        .filter(value -> !value.isEmpty())
        .orElseThrow(() -> invalid("Error: Params must have the property \"" + name + "\""));
  }

  /** A parameter that is given once for each of its values. */
  static List<String> several(Parameters parameters, String name, int most) {
    List<String> values = parameters.pairs()
        .stream()
        .filter(pair -> pair.getKey().equals(name))
        .map(Map.Entry::getValue)
        .distinct()
        .toList();
    if (values.isEmpty()) {
      throw invalid("Error: Params must have the property \"" + name + "\"");
    }
    if (parameters.pairs().stream().filter(pair -> pair.getKey().equals(name)).count() > most) {
      throw invalid("Error: " + name + " must not have more than " + most + " elements");
    }
    return values;
  }

  static int limit(Parameters parameters, int usual, int most) {
    long limit = parameters.text("limit").isEmpty() ? usual : parameters.number("limit").orElse(0L);
    if (limit < 1 || limit > most) {
      throw invalid("Error: limit can not be " + (limit < 1 ? "less than 1" : "greater than " + most));
    }
    return (int) limit;
  }
}
