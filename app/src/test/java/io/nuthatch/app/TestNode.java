package io.nuthatch.app;

import io.nuthatch.app.settings.Settings;
import io.nuthatch.model.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A whole node in this process, on a free port, with a known admin token. */
public final class TestNode implements AutoCloseable {

  public static final String ADMIN = "admin-token-of-the-tests";

  private final Assembly assembly;
  private final HttpClient http = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build();

  private TestNode(Assembly assembly) {
    this.assembly = assembly;
  }

  /** Starts a node; settings are given as key and value by turns. */
  public static TestNode start(Path directory, String... settings) {
    return start(directory, Clock.systemUTC(), settings);
  }

  public static TestNode start(Path directory, Clock clock, String... settings) {
    Map<String, String> values = new HashMap<>();
    values.put("data.directory", directory.toString());
    values.put("http.port", "0");
    for (int i = 0; i < settings.length; i += 2) {
      values.put(settings[i], settings[i + 1]);
    }
    return new TestNode(
        Assembly.start(Settings.read(null, Map.of(), values), Map.of("NUTHATCH_ADMIN_TOKEN", ADMIN), clock));
  }

  public String url() {
    return assembly.http().url();
  }

  public URI at(String path) {
    return URI.create(url() + path);
  }

  /** A request with a token; an empty one sends none. */
  public HttpResponse<String> send(String method, String path, String token, String body) {
    HttpRequest.Builder request = HttpRequest.newBuilder(at(path)).timeout(Duration.ofSeconds(30));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    if (!body.isEmpty()) {
      request.header("Content-Type", "application/json");
    }
    return send(request.method(method, BodyPublishers.ofString(body)).build());
  }

  public HttpResponse<String> send(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  public HttpResponse<String> get(String path) {
    return send("GET", path, ADMIN, "");
  }

  public HttpResponse<String> post(String path, String body) {
    return send("POST", path, ADMIN, body);
  }

  /** A form as a browser sends it. */
  public HttpResponse<String> submit(String path, String form, String... headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(at(path))
        .header("Content-Type", "application/x-www-form-urlencoded").header("Accept", "text/html");
    if (headers.length > 0) {
      request.headers(headers);
    }
    return send(request.POST(BodyPublishers.ofString(form)).build());
  }

  public static JsonNode json(HttpResponse<String> response) {
    return Json.tree(response.body());
  }

  @Override
  public void close() {
    http.close();
    assembly.close();
  }
}
