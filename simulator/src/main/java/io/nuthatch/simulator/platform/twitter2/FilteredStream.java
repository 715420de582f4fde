package io.nuthatch.simulator.platform.twitter2;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.people.Moment;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.WorldEvent;
import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Connections.Connection;
import io.nuthatch.simulator.platform.Connections.Ending;
import io.nuthatch.simulator.platform.LiveStream;
import io.nuthatch.simulator.platform.Reply;
import io.nuthatch.simulator.platform.Stage;
import io.nuthatch.simulator.query.Subject;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code /2/tweets/search/stream}: posts that match a rule, as they are written. An application has one at a time. */
final class FilteredStream {

  private final Stage stage;
  private final Rules rules;
  private final UsageLedger ledger;

  FilteredStream(Stage stage, Rules rules, UsageLedger ledger) {
    this.stage = stage;
    this.rules = rules;
    this.ledger = ledger;
  }

  Reply open(Call call) {
    Fields fields = Fields.of(call.parameters());
    if (rules.of(call.caller()).isEmpty()) {
      return Problems.connection(409, "RuleConfigurationIssue",
          "This stream has no rules; add at least one before connecting.");
    }
    Optional<Connection> connection = stage.connections().only("2", call.caller());
    return connection
        .<Reply>map(open -> new Reply.Streaming(200, Map.of(), new LiveStream(stage, open, new Voice(call, fields))))
        .orElseGet(() -> Problems.connection(429, "TooManyConnections",
            "This stream is currently at the maximum allowed connection limit."));
  }

  private final class Voice implements LiveStream.Voice {

    private final Call call;
    private final Fields fields;

    Voice(Call call, Fields fields) {
      this.call = call;
      this.fields = fields;
    }

    @Override
    public Optional<byte[]> event(WorldEvent event) {
      if (!(event instanceof WorldEvent.Posted(Post post))) {
        return Optional.empty();
      }
      Moment then = stage.world().at(post.createdAt());
      Subject subject = new Subject(post, then);
      List<Map<String, Object>> matching = rules.of(call.caller())
          .stream()
          .filter(rule -> rule.query().matches(subject))
          .map(Voice::named)
          .toList();
      if (matching.isEmpty()) {
        return Optional.empty();
      }
      ledger.bill(call.caller().name(), List.of(post.id()), stage.world().clock().instant());
      Envelope envelope = new Envelope(then, fields, call.links());
      envelope.part("matching_rules", matching);
      return Optional.of(line(envelope.post(post)));
    }

    @Override
    public Optional<byte[]> undelivered(long count) {
      return Optional.empty();
    }

    @Override
    public Optional<byte[]> fallingBehind(int percent) {
      return Optional.empty();
    }

    @Override
    public Optional<byte[]> goodbye(Ending ending) {
      return Optional.of(line(Json.writeBytes(Problems.operationalDisconnect())));
    }

    private static Map<String, Object> named(Rules.Rule rule) {
      Map<String, Object> name = new LinkedHashMap<>();
      name.put("id", rule.id());
      name.put("tag", rule.tag());
      return name;
    }

    private static byte[] line(byte[] json) {
      byte[] line = Arrays.copyOf(json, json.length + 2);
      line[json.length] = '\r';
      line[json.length + 1] = '\n';
      return line;
    }
  }
}
