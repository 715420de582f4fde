package io.nuthatch.simulator.platform.twitter2;

import io.nuthatch.model.Json;
import io.nuthatch.model.JsonException;
import io.nuthatch.simulator.SimulatorException;
import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Caller;
import io.nuthatch.simulator.platform.Reply;
import io.nuthatch.simulator.query.Query;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;

/** {@code /2/tweets/search/stream/rules}: what an application's stream lets through. Changes hold at once. */
final class Rules {

  private static final int MOST_RULES = 1_000;
  private static final int LONGEST_RULE = 1_024;

  /** One rule; the query is what its value means. */
  record Rule(String id, String value, String tag, Query query) {

    Map<String, Object> json() {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("id", id);
      json.put("value", value);
      if (!tag.isEmpty()) {
        json.put("tag", tag);
      }
      return json;
    }
  }

  private final AtomicLong ids = new AtomicLong(1_273_026_480_692_322_304L);
  private final Map<String, List<Rule>> byCaller = new ConcurrentHashMap<>();

  List<Rule> of(Caller caller) {
    return byCaller.getOrDefault(caller.quotaKey(), List.of());
  }

  Reply list(Call call) {
    List<String> wanted = call.parameters().list("ids");
    List<Map<String, Object>> shown = of(call.caller()).stream()
        .filter(rule -> wanted.isEmpty() || wanted.contains(rule.id()))
        .map(Rule::json)
        .toList();
    Map<String, Object> answer = new LinkedHashMap<>();
    if (!shown.isEmpty()) {
      answer.put("data", shown);
    }
    Map<String, Object> meta = meta(call);
    meta.put("result_count", shown.size());
    answer.put("meta", meta);
    return Reply.json(200, answer);
  }

  /** Adds or deletes; with {@code dry_run} only says what would come of it. */
  synchronized Reply change(Call call) {
    JsonNode body;
    try {
      body = Json.tree(call.incoming().body().isEmpty() ? "{}" : call.incoming().body());
    } catch (JsonException e) {
      return Problems.invalid("body", "", "The request body is not valid JSON");
    }
    if (body.path("add").isArray()) {
      return add(call, body.path("add"));
    }
    if (body.path("delete").isObject()) {
      return delete(call, body.path("delete"));
    }
    return Problems.invalid("body", "", "The request body must have either `add` or `delete`");
  }

  private Reply add(Call call, JsonNode wanted) {
    List<Rule> rules = new ArrayList<>(of(call.caller()));
    if (rules.size() + wanted.size() > MOST_RULES) {
      return Reply.json(422, Problems.problem("RulesCapExceeded",
          "Rules can not be added: the cap is " + MOST_RULES + " rules", "rule-cap", 422));
    }
    List<Map<String, Object>> created = new ArrayList<>();
    List<Map<String, Object>> errors = new ArrayList<>();
    for (JsonNode node : wanted) {
      String value = node.path("value").asString("").strip();
      try {
        Rule rule = read(value, node.path("tag").asString(""), rules);
        rules.add(rule);
        created.add(rule.json());
      } catch (InvalidRule e) {
        errors.add(e.entry);
      }
    }
    if (!isDryRun(call)) {
      byCaller.put(call.caller().quotaKey(), List.copyOf(rules));
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    if (!created.isEmpty()) {
      answer.put("data", created);
    }
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("created", created.size());
    summary.put("not_created", errors.size());
    summary.put("valid", created.size());
    summary.put("invalid", errors.size());
    Map<String, Object> meta = meta(call);
    meta.put("summary", summary);
    answer.put("meta", meta);
    if (!errors.isEmpty()) {
      answer.put("errors", errors);
    }
    return Reply.json(created.isEmpty() ? 200 : 201, answer);
  }

  private Rule read(String value, String tag, List<Rule> existing) {
    for (Rule rule : existing) {
      if (rule.value().equals(value)) {
        throw new InvalidRule(
            Problems.rule("DuplicateRule", "duplicate-rules", Map.of("value", value, "id", rule.id())));
      }
    }
    try {
      Query query = Query.parse(value);
      if (value.length() <= LONGEST_RULE && query.standsAlone()) {
        return new Rule(Long.toString(ids.incrementAndGet()), value, tag, query);
      }
      throw invalid(value,
          value.length() > LONGEST_RULE
              ? "Rules must be at most " + LONGEST_RULE + " characters long"
              : "Rules must contain at least one positive, non-stopword clause");
    } catch (SimulatorException e) {
      throw invalid(value, String.valueOf(e.getMessage()));
    }
  }

  private Reply delete(Call call, JsonNode wanted) {
    List<String> doomedIds = new ArrayList<>();
    wanted.path("ids").forEach(id -> doomedIds.add(id.asString()));
    List<String> doomedValues = new ArrayList<>();
    wanted.path("values").forEach(value -> doomedValues.add(value.asString()));
    List<Rule> kept = of(call.caller()).stream()
        .filter(rule -> !doomedIds.contains(rule.id()) && !doomedValues.contains(rule.value()))
        .toList();
    int deleted = of(call.caller()).size() - kept.size();
    if (!isDryRun(call)) {
      byCaller.put(call.caller().quotaKey(), kept);
    }
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("deleted", deleted);
    summary.put("not_deleted", doomedIds.size() + doomedValues.size() - deleted);
    Map<String, Object> meta = meta(call);
    meta.put("summary", summary);
    return Reply.json(200, Map.of("meta", meta));
  }

  private static boolean isDryRun(Call call) {
    return call.parameters().flag("dry_run", false);
  }

  private static Map<String, Object> meta(Call call) {
    Map<String, Object> meta = new LinkedHashMap<>();
    meta.put("sent", TweetWriter.date(call.moment().instant()));
    return meta;
  }

  private static InvalidRule invalid(String value, String detail) {
    return new InvalidRule(
        Problems.rule("UnprocessableEntity", "invalid-rules", Map.of("value", value, "details", List.of(detail))));
  }

  /** Carries why one rule of several cannot be added. */
  private static final class InvalidRule extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Map<String, Object> entry;

    InvalidRule(Map<String, Object> entry) {
      super(null, null, false, false);
      this.entry = entry;
    }
  }
}
