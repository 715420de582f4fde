package io.nuthatch.app.cli;

import io.nuthatch.app.Access;
import io.nuthatch.app.api.TokenEndpoints.NewToken;
import io.nuthatch.model.Json;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** Tokens for programs. */
@Command(name = "token", mixinStandardHelpOptions = true, description = "Tokens for programs that use the API.", footer = {
    "", "Example:", "  nuthatch token create nightly-export --role viewer --days 90"})
public final class TokenCommand {

  private static final Table.Column[] COLUMNS = {new Table.Column("ID", "id"), new Table.Column("LABEL", "label"),
      new Table.Column("ROLE", "role"), new Table.Column("OPERATOR", "operator"),
      new Table.Column("EXPIRES", "expires_at"), new Table.Column("LAST USED", "last_used_at")};

  @Spec
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  @Command(name = "list", mixinStandardHelpOptions = true, description = "List all tokens, without their secrets.")
  void list(@Mixin NodeOptions node, @Option(names = "--json", description = "Print JSON.") boolean json) {
    try (ApiClient api = node.connect()) {
      Table.print(out(), json, api.all("/api/v1/tokens", "tokens", Integer.MAX_VALUE), COLUMNS);
    }
  }

  @Command(name = "create", mixinStandardHelpOptions = true, description = "Make a token and print its secret, this once.")
  void create(@Mixin NodeOptions node, @Parameters(paramLabel = "LABEL", description = "What it is for.") String label,
      @Option(names = "--role", required = true, description = "viewer, editor or admin.") Access role,
      @Option(names = "--operator", paramLabel = "NAME", description = "Ends with this operator, and does no more than they may.") @Nullable String operator,
      @Option(names = "--days", paramLabel = "N", description = "Expires after so many days (default: never).") @Nullable Integer days,
      @Option(names = "--json", description = "Print JSON.") boolean json) {
    JsonNode fresh;
    try (ApiClient api = node.connect()) {
      fresh = api.post("/api/v1/tokens", new NewToken(label, role, operator, days));
    }
    out().println(json ? Json.pretty(fresh) : fresh.path("secret").asString());
    out().flush();
  }

  @Command(name = "revoke", mixinStandardHelpOptions = true, description = "Revoke a token by its id; sessions begun with it end.")
  void revoke(@Mixin NodeOptions node, @Parameters(paramLabel = "ID") String id) {
    try (ApiClient api = node.connect()) {
      api.delete("/api/v1/tokens/" + ApiClient.segment(id));
    }
    out().println("revoked " + id);
    out().flush();
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
