package io.nuthatch.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.model.Json;
import java.net.http.HttpResponse;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Someone who asks a node, by a token. */
public record Person(TestNode node, String token) {

  public static Person admin(TestNode node) {
    return new Person(node, TestNode.ADMIN);
  }

  /** An operator, made for this, with a token of theirs. */
  public static Person operator(TestNode node, String name, String role) {
    admin(node).made("/api/v1/operators", Map.of("name", name, "role", role));
    return withToken(node, Map.of("label", "of " + name, "role", role, "operator", name));
  }

  /** A token that is nobody's. */
  public static Person tokenLabelled(TestNode node, String label, String role) {
    return withToken(node, Map.of("label", label, "role", role));
  }

  private static Person withToken(TestNode node, Map<String, ?> asked) {
    return new Person(node, admin(node).made("/api/v1/tokens", asked).path("secret").asString());
  }

  public HttpResponse<String> get(String path) {
    return node.send("GET", path, token, "");
  }

  public JsonNode seen(String path) {
    HttpResponse<String> response = get(path);
    assertThat(response.statusCode()).as(path + ": " + response.body()).isEqualTo(200);
    return TestNode.json(response);
  }

  public HttpResponse<String> send(String method, String path, Object body) {
    return node.send(method, path, token, body instanceof String text ? text : Json.write(body));
  }

  /** What came of a request that must not be refused. */
  public JsonNode made(String path, Object body) {
    return done("POST", path, body);
  }

  public JsonNode done(String method, String path, Object body) {
    HttpResponse<String> response = send(method, path, body);
    assertThat(response.statusCode()).as(method + " " + path + ": " + response.body()).isBetween(200, 204);
    return response.body().isEmpty() ? Json.object() : TestNode.json(response);
  }
}
