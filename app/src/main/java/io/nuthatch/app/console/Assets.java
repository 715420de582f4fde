package io.nuthatch.app.console;

import static io.nuthatch.app.http.Endpoint.Method.GET;

import io.nuthatch.app.Access;
import io.nuthatch.app.Problem;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Endpoint;
import io.nuthatch.app.http.Request;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The style sheet, scripts and icon, read once from the program itself. Open to all, since the sign-in page needs them
 * and they hold nothing of the node's.
 */
final class Assets {

  private static final Map<String, String> TYPES = Map.of("console.css", "text/css; charset=utf-8", "console.js",
      "text/javascript; charset=utf-8", "theme.js", "text/javascript; charset=utf-8", "nuthatch.svg", "image/svg+xml");

  private final Map<String, byte[]> files = new HashMap<>();

  Assets() {
    TYPES.keySet().forEach(name -> files.put(name, read(name)));
  }

  List<Endpoint> endpoints() {
    return List.of(Endpoint.page(GET, "/assets/{name}", Access.NONE, this::asset),
        Endpoint.page(GET, "/favicon.ico", Access.NONE, request -> Answer.redirect("/assets/nuthatch.svg")));
  }

  private Answer asset(Request request) {
    String name = request.path("name");
    byte[] bytes = files.get(name);
    if (bytes == null) {
      throw Problem.notFound("asset", name);
    }
    return Answer.bytes(TYPES.getOrDefault(name, "application/octet-stream"), bytes).with("Cache-Control",
        "public, max-age=300");
  }

  private static byte[] read(String name) {
    try (InputStream in = Assets.class.getResourceAsStream("/console/" + name)) {
      if (in == null) {
        throw new IllegalStateException("console/" + name + " is not in the program");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
