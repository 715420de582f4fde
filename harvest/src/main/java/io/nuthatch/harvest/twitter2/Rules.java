package io.nuthatch.harvest.twitter2;

import io.nuthatch.archive.items.Lenient;
import io.nuthatch.harvest.ApiCall;
import io.nuthatch.harvest.Parameters;
import io.nuthatch.harvest.SeedToken;
import io.nuthatch.harvest.Session;
import io.nuthatch.model.Json;
import io.nuthatch.model.message.SeedReference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The rules of an application's stream, made to be those of a harvest: others are deleted, missing ones added one by
 * one. What cannot be added is told, and the stream goes on with the rest.
 */
final class Rules {

  static final String CAP = "RulesCapExceeded";
  private static final String DUPLICATE = "DuplicateRule";

  private record Rule(String value, String tag) {
  }

  private final Session session;

  Rules(Session session) {
    this.session = session;
  }

  void settle(List<SeedReference> seeds) {
    Map<Rule, SeedReference> missing = new LinkedHashMap<>();
    for (SeedReference seed : seeds) {
      missing.putIfAbsent(rule(seed), seed);
    }
    ArrayNode stale = Json.MAPPER.createArrayNode();
    for (JsonNode known : session.call(ApiCall.get(Calls.RULES, Parameters.none().map(), Calls.RULES)).json()
        .path("data")) {
      Rule rule = new Rule(known.path("value").asString(""), known.path("tag").asString(""));
      if (missing.remove(rule) == null) {
        stale.add(known.path("id").asString(""));
      }
    }
    if (!stale.isEmpty()) {
      ObjectNode change = Json.object();
      change.putObject("delete").set("ids", stale);
      change(change);
    }
    add(missing);
  }

  private void add(Map<Rule, SeedReference> missing) {
    List<Rule> left = new ArrayList<>(missing.keySet());
    while (!left.isEmpty()) {
      Rule rule = left.getFirst();
      JsonNode answer = change(addition(rule));
      JsonNode error = answer.path("errors").path(0);
      String title = Objects.requireNonNullElse(Lenient.text(error, "title"), "");
      if (title.equals(CAP) || CAP.equals(Lenient.text(answer, "title"))) {
        session.warn("token_" + CAP, "the platform takes no more rules; not added: "
            + left.stream().map(Rule::value).collect(Collectors.joining("; ")), null);
        return;
      }
      if (!error.isMissingNode() && !title.equals(DUPLICATE)) {
        SeedReference seed = missing.get(rule);
        session.warn("token_InvalidRule", "the platform does not take the rule " + rule.value() + ": "
            + error.path("details").path(0).asString(title),
            seed == null ? null : seed.id());
      }
      left.removeFirst();
    }
  }

  private static ObjectNode addition(Rule rule) {
    ObjectNode change = Json.object();
    ObjectNode added = change.putArray("add").addObject().put("value", rule.value());
    if (!rule.tag().isEmpty()) {
      added.put("tag", rule.tag());
    }
    return change;
  }

  private JsonNode change(ObjectNode body) {
    return session.call(
        new ApiCall("POST", Calls.RULES, Parameters.none().map(), Calls.CHANGE_RULES, body.toString())).json();
  }

  private static Rule rule(SeedReference seed) {
    SeedToken token = Seeds.rule(seed);
    return new Rule(Objects.requireNonNull(token.text("rule")), Objects.requireNonNullElse(token.text("tag"), ""));
  }
}
