package io.nuthatch.simulator.platform.twitter2;

import io.nuthatch.simulator.people.AccountState;
import io.nuthatch.simulator.platform.Refusal;
import io.nuthatch.simulator.platform.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How v2 says no: a problem document for a call as a whole, or an entry beside the data for one thing in it. */
final class Problems {

  private static final String TYPE = "https://api.twitter.com/2/problems/";

  private Problems() {
  }

  static Reply refused(Refusal refusal) {
    return switch (refusal) {
      case NO_SUCH_PATH -> plain(404, "Not Found");
      case WRONG_METHOD -> plain(405, "Method Not Allowed");
      case NO_CREDENTIALS, WRONG_CREDENTIALS, WRONG_TIME, REVOKED -> plain(401, "Unauthorized");
      case WRONG_CONTEXT -> Reply.json(403,
          problem("Unsupported Authentication",
              "Authenticating with this kind of credential is forbidden for this endpoint.",
              "unsupported-authentication", 403));
      case RATE_LIMITED -> plain(429, "Too Many Requests");
      case BROKEN -> plain(503, "Service Unavailable");
    };
  }

  /** A parameter that cannot be taken. */
  static Reply invalid(String parameter, String value, String message) {
    Map<String, Object> error = new LinkedHashMap<>();
    error.put("parameters", Map.of(parameter, List.of(value)));
    error.put("message", message);
    Map<String, Object> problem = new LinkedHashMap<>();
    problem.put("errors", List.of(error));
    problem.putAll(
        problem("Invalid Request", "One or more parameters to your request was invalid.", "invalid-request", 400));
    problem.remove("status");
    return Reply.json(400, problem);
  }

  static Reply usageCapped(String account, String period) {
    Map<String, Object> problem = new LinkedHashMap<>();
    problem.put("account_id", account);
    problem.put("product_name", "standard-basic");
    problem.put("title", "UsageCapExceeded");
    problem.put("period", period);
    problem.put("scope", "Product");
    problem.put("detail", "Usage cap exceeded: " + period + " product cap");
    problem.put("type", TYPE + "usage-capped");
    return Reply.json(429, problem);
  }

  static Reply connection(int status, String issue, String detail) {
    Map<String, Object> problem = new LinkedHashMap<>();
    problem.put("title", "ConnectionException");
    problem.put("detail", detail);
    problem.put("connection_issue", issue);
    problem.put("type", TYPE + "streaming-connection");
    return Reply.json(status, problem);
  }

  static Map<String, Object> operationalDisconnect() {
    Map<String, Object> error = new LinkedHashMap<>();
    error.put("title", "operational-disconnect");
    error.put("disconnect_type", "UpstreamOperationalDisconnect");
    error.put("detail", "This stream has been disconnected upstream for operational reasons.");
    error.put("type", TYPE + "operational-disconnect");
    return Map.of("errors", List.of(error));
  }

  /** One thing that was asked for is not there. */
  static Map<String, Object> notFound(String resource, String parameter, String value) {
    return entry("Not Found Error", "Could not find " + resource + " with " + parameter + ": [" + value + "].",
        new Subject(resource, parameter, value), "resource-not-found");
  }

  /** One thing that was asked for is there, but not for the caller. */
  static Map<String, Object> hidden(String resource, String parameter, String value, AccountState state) {
    Subject subject = new Subject(resource, parameter, value);
    if (state == AccountState.SUSPENDED && resource.equals("user")) {
      return entry("Forbidden", "User has been suspended: [" + value + "].", subject, "resource-not-found");
    }
    Map<String, Object> entry = entry(
        "Authorization Error", "Sorry, you are not authorized to see the "
            + (resource.equals("tweet") ? "Tweet" : resource) + " with " + parameter + ": [" + value + "].",
        subject, "not-authorized-for-resource");
    entry.put("section", "data");
    return entry;
  }

  /** A rule that cannot be added. */
  static Map<String, Object> rule(String title, String type, Map<String, Object> more) {
    Map<String, Object> entry = new LinkedHashMap<>(more);
    entry.put("title", title);
    entry.put("type", TYPE + type);
    return entry;
  }

  private record Subject(String resource, String parameter, String value) {
  }

  private static Map<String, Object> entry(String title, String detail, Subject subject, String type) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("value", subject.value);
    entry.put("detail", detail);
    entry.put("title", title);
    entry.put("resource_type", subject.resource);
    entry.put("parameter", subject.parameter);
    entry.put("resource_id", subject.value);
    entry.put("type", TYPE + type);
    return entry;
  }

  static Map<String, Object> problem(String title, String detail, String type, int status) {
    Map<String, Object> problem = new LinkedHashMap<>();
    problem.put("title", title);
    problem.put("detail", detail);
    problem.put("type", TYPE + type);
    problem.put("status", status);
    return problem;
  }

  private static Reply plain(int status, String title) {
    Map<String, Object> problem = problem(title, title, "", status);
    problem.put("type", "about:blank");
    return Reply.json(status, problem);
  }
}
