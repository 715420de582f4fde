package io.nuthatch.app.http;

import io.helidon.webserver.http.ServerRequest;
import io.nuthatch.app.Access;
import io.nuthatch.app.Problem;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What answers where no endpoint does: a 404, or a 405 that names the methods the path has. */
final class Missing {

  private record Known(Pattern path, Endpoint endpoint) {
  }

  private final List<Known> known;

  Missing(List<Endpoint> endpoints) {
    this.known = endpoints.stream()
        .map(e -> new Known(Pattern.compile(e.path().replaceAll("\\{[+]?[a-z_]+}", "[^/]+")), e)).toList();
  }

  Endpoint endpoint(ServerRequest request) {
    String path = request.path().path();
    String methods = known.stream().filter(k -> k.path.matcher(path).matches()).map(k -> k.endpoint.method())
        .flatMap(m -> m == Endpoint.Method.GET ? Stream.of("GET", "HEAD") : Stream.of(m.name())).distinct()
        .collect(Collectors.joining(", "));
    String asked = request.prologue().method().text();
    return Endpoint.page(Endpoint.Method.GET, "(none)", Access.NONE, r -> {
      if (methods.isEmpty()) {
        throw Problem.of(Problem.Type.NOT_FOUND, "there is nothing at " + path + "; /openapi.json lists what there is");
      }
      Problem problem = Problem.of(Problem.Type.METHOD_NOT_ALLOWED, path + " takes " + methods + ", not " + asked);
      return ProblemDocument.of(problem).with("Allow", methods);
    });
  }
}
