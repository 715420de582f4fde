package io.nuthatch.app.api;

import static io.nuthatch.app.TestNode.ADMIN;
import static io.nuthatch.app.TestNode.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.app.TestNode;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApiTest {

  private TestNode node;

  @BeforeAll
  void start(@TempDir Path directory) {
    node = TestNode.start(directory, "http.max-body", "64KiB", "database.url", databaseUrl());
  }

  String databaseUrl() {
    return "sqlite:";
  }

  @AfterAll
  void stop() {
    node.close();
  }

  private static void assertProblem(HttpResponse<String> response, int status, String detail) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(json(response).path("status").asInt()).isEqualTo(status);
    assertThat(json(response).path("detail").asString()).contains(detail);
  }

  @Test
  void health_isOpenAndNamesEachBackend() {
    assertThat(json(node.send("GET", "/health/live", "", "")).path("status").asString()).isEqualTo("live");
    JsonNode ready = json(node.send("GET", "/health/ready", "", ""));
    assertThat(ready.path("status").asString()).isEqualTo("ready");
    assertThat(ready.path("backends").path("database").asString()).isEqualTo("up");
  }

  @ParameterizedTest
  @CsvSource({"GET,/api/v1/node", "GET,/api/v1/operators", "GET,/metrics", "GET,/openapi.json", "GET,/api/v1/events",
      "POST,/api/v1/tokens", "DELETE,/api/v1/operators/ada", "GET,/", "POST,/operators"})
  void withoutAToken_everythingElseIsRefused(String method, String path) {
    assertProblem(node.send(method, path, "", ""), 401, "Authorization: Bearer");
  }

  @Test
  void wrongToken_isRefused() {
    assertProblem(node.send("GET", "/api/v1/node", "nh_wrong", ""), 401, "unknown, expired or revoked");
    assertProblem(node.send(HttpRequest.newBuilder(node.at("/api/v1/node")).header("Authorization", "Basic x").build()),
        401, "takes 'Bearer' and a token");
  }

  @Test
  void unknownPathAndMethod_areSaid() {
    assertProblem(node.get("/api/v1/nothing"), 404, "there is nothing at /api/v1/nothing");
    HttpResponse<String> response = node.send("PUT", "/api/v1/operators/ada", ADMIN, "{}");
    assertProblem(response, 405, "takes GET, HEAD, PATCH, DELETE, not PUT");
    assertThat(response.headers().firstValue("Allow")).hasValue("GET, HEAD, PATCH, DELETE");
  }

  @Test
  void malformedBodies_areSaid() {
    assertProblem(node.post("/api/v1/operators", "{\"name\": "), 400, "line 1");
    assertProblem(node.post("/api/v1/operators", ""), 400, "the body is empty");
    assertProblem(node.post("/api/v1/operators", "null"), 400, "not the JSON that was expected: null");
    assertProblem(node.post("/api/v1/operators", "[]"), 400, "not the JSON that was expected");
    assertProblem(node.post("/api/v1/operators", "{\"name\":\"x\"}"), 400, "the field 'role' is missing");
    assertProblem(node.post("/api/v1/operators", "{\"name\":\"x\",\"role\":\"king\"}"), 400, "king");
    assertProblem(node.post("/api/v1/operators", "{\"name\":\"No Spaces\",\"role\":\"viewer\"}"), 400, "No Spaces");
    assertProblem(node.post("/api/v1/operators", "{\"name\":\"x\",\"role\":\"none\"}"), 400, "viewer, editor or admin");
    assertProblem(node.post("/api/v1/operators", "[".repeat(5000)), 400, "not the JSON that was expected");
    assertProblem(node.send(HttpRequest.newBuilder(node.at("/api/v1/operators"))
        .header("Authorization", "Bearer " + ADMIN).header("Content-Type", "text/xml")
        .POST(BodyPublishers.ofString("<x/>")).build()), 415, "text/xml");
  }

  @Test
  void tooLargeBody_isRefused() {
    assertProblem(node.post("/api/v1/operators", "{\"name\":\"" + "x".repeat(70_000) + "\"}"), 413, "");
    HttpRequest chunked = HttpRequest.newBuilder(node.at("/api/v1/operators"))
        .header("Authorization", "Bearer " + ADMIN).header("Content-Type", "application/json")
        .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[200_000]))).build();
    assertProblem(node.send(chunked), 413, "");
  }

  @Test
  void limitsAndCursors_areChecked() {
    assertProblem(node.get("/api/v1/operators?limit=0"), 400, "limit takes a whole number from 1 to 1000, not '0'");
    assertProblem(node.get("/api/v1/operators?limit=many"), 400, "not 'many'");
    assertProblem(node.get("/api/v1/operators?cursor=***"), 400, "none of ours");
    assertProblem(node.get("/api/v1/audit?cursor=YWRh"), 400, "belongs to another list");
  }

  @Test
  void pages_coverTheWholeListOnce() {
    for (int i = 0; i < 7; i++) {
      assertThat(node.post("/api/v1/operators", "{\"name\":\"page" + i + "\",\"role\":\"viewer\"}").statusCode())
          .isEqualTo(201);
    }
    List<String> names = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = json(node.get("/api/v1/operators?limit=3" + cursor));
      page.path("operators").forEach(operator -> names.add(operator.path("name").asString()));
      cursor = page.path("next_cursor").isNull() ? "" : "&cursor=" + page.path("next_cursor").asString();
    } while (!cursor.isEmpty());
    assertThat(names).isSorted().doesNotHaveDuplicates().contains("page0", "page6");
  }

  @Test
  void operatorLife_isAuditedStepByStep() {
    assertThat(node.post("/api/v1/operators", "{\"name\":\"life\",\"role\":\"viewer\",\"password\":\"0123456789\"}")
        .statusCode()).isEqualTo(201);
    assertProblem(node.post("/api/v1/operators", "{\"name\":\"life\",\"role\":\"viewer\"}"), 409, "already");
    assertThat(json(node.send("PATCH", "/api/v1/operators/life", ADMIN, "{\"role\":\"editor\",\"disabled\":true}"))
        .path("role").asString()).isEqualTo("editor");
    assertThat(node.send("DELETE", "/api/v1/operators/life", ADMIN, "").statusCode()).isEqualTo(204);
    assertProblem(node.get("/api/v1/operators/life"), 404, "there is no operator 'life'");

    List<String> rows = new ArrayList<>();
    json(node.get("/api/v1/audit")).path("entries").forEach(entry -> {
      if (entry.path("subject").asString().equals("life")) {
        rows.add(entry.path("actor").asString() + " " + entry.path("action").asString() + " " + entry.path("detail"));
      }
    });
    assertThat(rows).containsExactly("first start operator.remove {}",
        "first start operator.change {\"role\":[\"viewer\",\"editor\"],\"disabled\":[false,true]}",
        "first start operator.create {\"role\":\"viewer\"}");
  }

  @Test
  void rolesOfTokens_areHeld() {
    String viewer = json(node.post("/api/v1/tokens", "{\"label\":\"v\",\"role\":\"viewer\"}")).path("secret")
        .asString();
    assertThat(node.send("GET", "/api/v1/node", viewer, "").statusCode()).isEqualTo(200);
    assertProblem(node.send("GET", "/api/v1/operators", viewer, ""), 403, "takes the role admin; v has viewer");
  }

  @Test
  void revokedToken_isOutAtOnce() {
    JsonNode fresh = json(node.post("/api/v1/tokens", "{\"label\":\"gone\",\"role\":\"viewer\"}"));
    String secret = fresh.path("secret").asString();
    assertThat(node.send("GET", "/api/v1/me", secret, "").statusCode()).isEqualTo(200);
    String id = fresh.path("token").path("id").asString();
    assertThat(node.send("DELETE", "/api/v1/tokens/" + id, ADMIN, "").statusCode()).isEqualTo(204);
    assertProblem(node.send("GET", "/api/v1/me", secret, ""), 401, "revoked");
    assertProblem(node.send("DELETE", "/api/v1/tokens/" + id, ADMIN, ""), 404, id);
  }

  @Test
  void tokenOfAnOperator_doesNoMoreThanTheyMay() {
    node.post("/api/v1/operators", "{\"name\":\"lesser\",\"role\":\"viewer\"}");
    String secret = json(
        node.post("/api/v1/tokens", "{\"label\":\"l\",\"role\":\"admin\",\"operator\":\"lesser\"}")).path("secret")
        .asString();
    assertThat(json(node.send("GET", "/api/v1/me", secret, "")).path("role").asString()).isEqualTo("viewer");
    node.send("PATCH", "/api/v1/operators/lesser", ADMIN, "{\"disabled\":true}");
    assertThat(node.send("GET", "/api/v1/me", secret, "").statusCode()).isEqualTo(401);
  }

  @Test
  void secrets_areNotInListsOrAudit() {
    String secret = json(node.post("/api/v1/tokens", "{\"label\":\"s\",\"role\":\"viewer\"}")).path("secret")
        .asString();
    assertThat(node.get("/api/v1/tokens").body()).doesNotContain(secret);
    assertThat(node.get("/api/v1/audit").body()).doesNotContain(secret);
  }

  @Test
  void answers_carryTheHeadersThatKeepBrowsersSafe() {
    HttpResponse<String> response = node.get("/");
    assertThat(response.headers().firstValue("Content-Security-Policy").orElse("")).contains("default-src 'none'",
        "script-src 'self'", "frame-ancestors 'none'").doesNotContain("unsafe");
    assertThat(response.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    assertThat(response.headers().firstValue("Cache-Control")).hasValue("no-store");
  }

  @Test
  void metrics_countRequestsByEndpoint() {
    node.get("/api/v1/operators/nobody-by-that-name");
    assertThat(node.get("/metrics").body()).contains("http_server_requests_seconds_count{",
        "path=\"/api/v1/operators/{name}\"", "jvm_memory_used_bytes").doesNotContain("nobody-by-that-name");
  }

  @Test
  void head_answersLikeGetWithoutABody() {
    HttpResponse<String> response = node.send("HEAD", "/health/live", "", "");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Length")).hasValue("17");
    assertThat(response.body()).isEmpty();
    assertThat(node.send("HEAD", "/api/v1/events", ADMIN, "").statusCode()).as("no stream").isEqualTo(200);
  }

  @Test
  void openEndpoints_doNotLookAtCredentials() {
    assertThat(node.send("GET", "/health/live", "nh_wrong", "").statusCode()).isEqualTo(200);
    assertThat(node.send("GET", "/assets/console.css", "nh_wrong", "").statusCode()).isEqualTo(200);
  }

  @Test
  void settings_showWhereEachCameFrom() {
    assertThat(node.get("/api/v1/settings").body()).contains("\"origin\":\"command line (http.max-body)\"");
  }
}
