package io.nuthatch.app.cli;

import io.nuthatch.model.Json;
import io.nuthatch.model.JsonException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The HTTP API of a node, as commands use it. */
final class ApiClient implements AutoCloseable {

  private final URI server;
  private final String token;
  private final HttpClient http;
  private final AutoCloseable behind;

  /** The last parameter is closed with the client: the node that serves it, when that is our own. */
  ApiClient(URI server, String token, HttpClient http, AutoCloseable behind) {
    this.server = server;
    this.token = token;
    this.http = http;
    this.behind = behind;
  }

  JsonNode get(String path) {
    return send("GET", path, BodyPublishers.noBody());
  }

  JsonNode post(String path, Object body) {
    return send("POST", path, BodyPublishers.ofByteArray(Json.writeBytes(body)));
  }

  JsonNode patch(String path, Object body) {
    return send("PATCH", path, BodyPublishers.ofByteArray(Json.writeBytes(body)));
  }

  void delete(String path) {
    send("DELETE", path, BodyPublishers.noBody());
  }

  /** Every item of a list, page after page, up to a number. */
  List<JsonNode> all(String path, String field, int most) {
    List<JsonNode> items = new ArrayList<>();
    String cursor = null;
    do {
      int limit = Math.min(1000, most - items.size());
      JsonNode page = get(path + (path.contains("?") ? "&" : "?") + "limit=" + limit
          + (cursor == null ? "" : "&cursor=" + cursor));
      page.get(field).forEach(items::add);
      cursor = page.path("next_cursor").asString(null);
    } while (cursor != null && items.size() < most);
    return items;
  }

  /** Every item of a list that is paged by offset. */
  List<JsonNode> everything(String path, String field) {
    List<JsonNode> items = new ArrayList<>();
    int before;
    do {
      before = items.size();
      get(path + (path.contains("?") ? "&" : "?") + "limit=1000&offset=" + before).get(field).forEach(items::add);
    } while (items.size() - before == 1000);
    return items;
  }

  JsonNode put(String path, Object body) {
    return send("PUT", path, BodyPublishers.ofByteArray(Json.writeBytes(body)));
  }

  static String segment(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private JsonNode send(String method, String path, BodyPublisher body) {
    HttpRequest request = HttpRequest.newBuilder(server.resolve(path)).timeout(Duration.ofSeconds(60))
        .header("Authorization", "Bearer " + token).header("Content-Type", "application/json").method(method, body)
        .build();
    try {
      HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
      if (response.statusCode() >= 300) {
        throw ApiException.refused(response.statusCode(), detail(response));
      }
      return response.body().isEmpty() ? Json.object() : Json.tree(response.body());
    } catch (IOException e) {
      throw ApiException.unreachable("no node answers at " + server + ": " + reason(e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ApiException.unreachable("interrupted while waiting for " + server, e);
    }
  }

  private static String detail(HttpResponse<String> response) {
    try {
      @Nullable
      String detail = Json.tree(response.body()).path("detail").asString(null);
      return detail == null ? "the node answered with status " + response.statusCode() : detail;
    } catch (JsonException e) {
      return "the node answered with status " + response.statusCode() + "; is this a Nuthatch?";
    }
  }

  private static String reason(IOException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  @Override
  public void close() {
    http.close();
    try {
      behind.close();
    } catch (Exception e) {
      throw ApiException.unreachable("the node could not be closed: " + e.getMessage(), e);
    }
  }
}
