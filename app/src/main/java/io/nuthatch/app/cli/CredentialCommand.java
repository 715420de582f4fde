package io.nuthatch.app.cli;

import io.nuthatch.app.api.CredentialEndpoints.CredentialChange;
import io.nuthatch.app.api.CredentialEndpoints.NewCredential;
import java.io.Console;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** What platforms know us by. */
@Command(name = "credential", mixinStandardHelpOptions = true, description = "What platforms know us by. Values are sealed and never shown.", footer = {
    "", "Values are asked for, or taken from the environment: consumer_key from NUTHATCH_CONSUMER_KEY.", "",
    "Examples:", "  nuthatch credential add twitter2 research",
    "  NUTHATCH_KEY=… NUTHATCH_SECRET=… nuthatch credential add flickr ours",
    "  nuthatch credential change ID --no-active"})
public final class CredentialCommand {

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Command(name = "list", mixinStandardHelpOptions = true, description = "List credentials.")
  void list(@Mixin NodeOptions node, @Mixin Output output) {
    try (ApiClient api = node.connect()) {
      output.table(api.get("/api/v1/credentials").path("credentials"), new Table.Column("ID", "credential.id"),
          new Table.Column("PLATFORM", "credential.platform"), new Table.Column("NAME", "credential.name"),
          new Table.Column("OWNER", "credential.owner"), new Table.Column("ACTIVE", "credential.active"),
          new Table.Column("USED BY", "uses.on"));
    }
  }

  @Command(name = "add", mixinStandardHelpOptions = true, description = "Keep a credential.")
  void add(@Mixin NodeOptions node, @Mixin Output output, @Parameters(paramLabel = "PLATFORM") String platform,
      @Parameters(paramLabel = "NAME") String name) {
    try (ApiClient api = node.connect()) {
      JsonNode made = api.post("/api/v1/credentials", new NewCredential(platform, name, values(api, platform)));
      output.done(made, "made credential " + made.path("id").asString());
    }
  }

  @Command(name = "change", mixinStandardHelpOptions = true, description = "Change a credential.")
  void change(@Mixin NodeOptions node, @Mixin Output output, @Parameters(paramLabel = "ID") String id,
      @Option(names = "--name", description = "Another name.") @Nullable String name,
      @Option(names = "--active", negatable = true, description = "Use it, or take it out of use.") @Nullable Boolean active,
      @Option(names = "--note", description = "Why.") @Nullable String note) {
    try (ApiClient api = node.connect()) {
      output.done(api.patch("/api/v1/credentials/" + ApiClient.segment(id),
          new CredentialChange(name, active, null, note)), "changed " + id);
    }
  }

  @Command(name = "quotas", mixinStandardHelpOptions = true, description = "What platforms still allow.")
  void quotas(@Mixin NodeOptions node, @Mixin Output output) {
    try (ApiClient api = node.connect()) {
      output.table(api.get("/api/v1/quotas").path("quotas"), new Table.Column("PLATFORM", "platform"),
          new Table.Column("CREDENTIAL", "name"), new Table.Column("CALLS", "quota.family"),
          new Table.Column("LEFT", "quota.remaining"), new Table.Column("OF", "quota.limit"),
          new Table.Column("NEXT WINDOW", "quota.reset"), new Table.Column("REFUSED UNTIL", "quota.blocked_until"),
          new Table.Column("WAITING", "quota.waiting"));
    }
  }

  /** What the platform asks for: from the environment, so that it is in no history, or typed unseen. */
  @SuppressWarnings("SystemConsoleNull") // it is null all the same when there is no terminal
  private Map<String, String> values(ApiClient api, String platform) {
    Console terminal = System.console();
    Map<String, String> values = new HashMap<>();
    for (JsonNode type : api.get("/api/v1/harvest-types").path("types")) {
      if (!type.path("platform").asString("").equals(platform) || !values.isEmpty()) {
        continue;
      }
      for (JsonNode field : type.path("credential_fields")) {
        String name = field.path("name").asString("");
        String variable = "NUTHATCH_" + name.toUpperCase(Locale.ROOT);
        String given = System.getenv(variable);
        if (given == null && terminal != null && terminal.isTerminal()) {
          char[] typed = terminal.readPassword("%s: ", field.path("label").asString(name));
          given = typed == null ? "" : new String(typed);
        }
        if (given == null && field.path("required").asBoolean()) {
          throw new ParameterException(spec.commandLine(), "there is no terminal to ask for " + name + " at: set "
              + variable);
        }
        if (given != null && !given.isBlank()) {
          values.put(name, given);
        }
      }
    }
    return values;
  }
}
