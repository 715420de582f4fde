package io.nuthatch.app.cli;

import io.nuthatch.app.api.GroupEndpoints.GroupName;
import io.nuthatch.app.api.GroupEndpoints.MemberRole;
import io.nuthatch.harvest.catalog.Group;
import io.nuthatch.model.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Groups. */
@Command(name = "group", mixinStandardHelpOptions = true, description = "Groups: people who share collection sets.", footer = {
    "", "Examples:", "  nuthatch group add Newsroom", "  nuthatch group put GROUP ada --role editor"})
public final class GroupCommand {

  @Command(name = "list", mixinStandardHelpOptions = true, description = "List groups.")
  void list(@Mixin NodeOptions node, @Mixin Output output) {
    try (ApiClient api = node.connect()) {
      output.table(api.get("/api/v1/groups").path("groups"), new Table.Column("ID", "id"),
          new Table.Column("NAME", "name"), new Table.Column("SINCE", "created_at"));
    }
  }

  @Command(name = "add", mixinStandardHelpOptions = true, description = "Make a group.")
  void add(@Mixin NodeOptions node, @Mixin Output output, @Parameters(paramLabel = "NAME") String name) {
    try (ApiClient api = node.connect()) {
      JsonNode made = api.post("/api/v1/groups", new GroupName(name));
      output.done(made, "made group " + made.path("id").asString());
    }
  }

  @Command(name = "members", mixinStandardHelpOptions = true, description = "Who is in a group.")
  void members(@Mixin NodeOptions node, @Mixin Output output, @Parameters(paramLabel = "ID") String id) {
    try (ApiClient api = node.connect()) {
      output.table(api.get("/api/v1/groups/" + ApiClient.segment(id)).path("members"),
          new Table.Column("OPERATOR", "operator"), new Table.Column("ROLE", "role"));
    }
  }

  @Command(name = "put", mixinStandardHelpOptions = true, description = "Make an operator a reader or an editor of a group.")
  void put(@Mixin NodeOptions node, @Mixin Output output, @Parameters(paramLabel = "ID") String id,
      @Parameters(paramLabel = "OPERATOR") String operator,
      @Option(names = "--role", defaultValue = "READER", description = "reader (default) or editor.") Group.Role role) {
    try (ApiClient api = node.connect()) {
      output.done(api.put(member(id, operator), new MemberRole(role)), "put " + operator + " into " + id);
    }
  }

  @Command(name = "remove", mixinStandardHelpOptions = true, description = "Take an operator out of a group.")
  void remove(@Mixin NodeOptions node, @Mixin Output output, @Parameters(paramLabel = "ID") String id,
      @Parameters(paramLabel = "OPERATOR") String operator) {
    try (ApiClient api = node.connect()) {
      api.delete(member(id, operator));
      output.done(Json.object().put("removed", operator), "took " + operator + " out of " + id);
    }
  }

  @Command(name = "delete", mixinStandardHelpOptions = true, description = "Remove a group that has no collection sets.")
  void delete(@Mixin NodeOptions node, @Mixin Output output, @Parameters(paramLabel = "ID") String id) {
    try (ApiClient api = node.connect()) {
      api.delete("/api/v1/groups/" + ApiClient.segment(id));
      output.done(Json.object().put("deleted", id), "deleted " + id);
    }
  }

  private static String member(String id, String operator) {
    return "/api/v1/groups/" + ApiClient.segment(id) + "/members/" + ApiClient.segment(operator);
  }
}
