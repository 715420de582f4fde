package io.nuthatch.simulator;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.platform.Credential;
import io.nuthatch.simulator.platform.OAuth1;
import io.nuthatch.simulator.platform.Parameters;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/** Calls simulated platforms over real sockets, as an application with a bearer token or as a user who signs. */
public final class Client {

  /** What came back. */
  public record Answer(int status, HttpHeaders headers, InputStream content) {

    public JsonNode json() {
      return Json.tree(content);
    }

    public String text() throws IOException {
      return new String(content.readAllBytes(), StandardCharsets.UTF_8);
    }

    public String header(String name) {
      return headers.firstValue(name).orElse("");
    }
  }

  private static final HttpClient HTTP = HttpClient.newBuilder()
      .version(HttpClient.Version.HTTP_1_1)
      .connectTimeout(Duration.ofSeconds(5))
      .build();

  private final SimulatedPlatforms platforms;
  private final Credential credential;

  public Client(SimulatedPlatforms platforms, Credential credential) {
    this.platforms = platforms;
    this.credential = credential;
  }

  /** As an application. */
  public Answer get(String pathAndQuery) throws IOException, InterruptedException {
    return send(request(pathAndQuery).header("Authorization", "Bearer " + credential.bearerToken()).GET());
  }

  public Answer post(String path, String contentType, String body) throws IOException, InterruptedException {
    return send(request(path).header("Authorization", "Bearer " + credential.bearerToken())
        .header("Content-Type", contentType)
        .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  /** As a user, with a signature. */
  public Answer signed(String method, String path, String parameters) throws IOException, InterruptedException {
    return signed(method, path, parameters, UnaryOperator.identity());
  }

  /** As a user, with a signature that is tampered with. */
  public Answer signed(String method, String path, String parameters, UnaryOperator<String> tamper)
      throws IOException, InterruptedException {
    return send(signedRequest(method, path, parameters, tamper));
  }

  /** Opens a stream and returns when its header has come. */
  public HttpResponse<InputStream> stream(String method, String path, String parameters)
      throws IOException, InterruptedException {
    return HTTP.send(signedRequest(method, path, parameters, UnaryOperator.identity()).build(),
        HttpResponse.BodyHandlers.ofInputStream());
  }

  public HttpResponse<InputStream> stream(String pathAndQuery) throws IOException, InterruptedException {
    return HTTP.send(request(pathAndQuery).header("Authorization", "Bearer " + credential.bearerToken()).GET().build(),
        HttpResponse.BodyHandlers.ofInputStream());
  }

  /** Without any credential. */
  public Answer plain(String method, String pathAndQuery, String body) throws IOException, InterruptedException {
    return send(request(pathAndQuery).method(method, HttpRequest.BodyPublishers.ofString(body)));
  }

  public HttpRequest.Builder request(String pathAndQuery) {
    return HttpRequest.newBuilder(URI.create(platforms.url() + pathAndQuery)).timeout(Duration.ofSeconds(20));
  }

  public Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<byte[]> response = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    return new Answer(response.statusCode(), response.headers(), new ByteArrayInputStream(response.body()));
  }

  private HttpRequest.Builder signedRequest(String method, String path, String parameters,
      UnaryOperator<String> tamper) {
    long now = platforms.world().clock().instant().getEpochSecond();
    String header = tamper.apply(OAuth1.header(credential, method, platforms.url() + path, Parameters.parse(parameters),
        UUID.randomUUID().toString(), now));
    if (method.equals("POST")) {
      return request(path).header("Authorization", header)
          .header("Content-Type", "application/x-www-form-urlencoded")
          .POST(HttpRequest.BodyPublishers.ofString(parameters));
    }
    return request(path + (parameters.isEmpty() ? "" : "?" + parameters)).header("Authorization", header)
        .method(method, HttpRequest.BodyPublishers.noBody());
  }
}
