package io.nuthatch.simulator.platform;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the endpoint for a path. Where several templates match, the one with the longest literal beginning wins. */
final class Routes {

  /** Where a call belongs: to a platform and, if there is one, to its endpoint. */
  record Match(Platform platform, Optional<Endpoint> endpoint, Refusal otherwise, Map<String, String> variables) {
  }

  private record Route(Platform platform, Endpoint endpoint, List<String> segments) {

    Optional<Map<String, String>> match(List<String> path) {
      boolean open = segments.getLast().equals("*");
      if (open ? path.size() < segments.size() : path.size() != segments.size()) {
        return Optional.empty();
      }
      Map<String, String> variables = new HashMap<>();
      for (int i = 0; i < segments.size() - (open ? 1 : 0); i++) {
        String segment = segments.get(i);
        if (segment.startsWith(":")) {
          variables.put(segment.substring(1), path.get(i));
        } else if (!segment.equals(path.get(i))) {
          return Optional.empty();
        }
      }
      return Optional.of(variables);
    }
  }

  private final List<Platform> platforms;
  private final List<Route> routes = new ArrayList<>();

  Routes(List<Platform> platforms) {
    this.platforms = platforms;
    for (Platform platform : platforms) {
      platform.endpoints().forEach(endpoint -> routes.add(new Route(platform, endpoint, split(endpoint.path()))));
    }
    // ':' sorts above '/' and digits but below letters; put variables last, and open ends behind them.
    routes.sort(Comparator.comparing(route -> route.endpoint.path().replace(':', '}').replace('*', '~')));
  }

  Match find(String method, String path) {
    List<String> segments = split(path);
    String wanted = method.equals("HEAD") ? "GET" : method;
    Optional<Match> wrongMethod = Optional.empty();
    for (Route route : routes) {
      Optional<Map<String, String>> variables = route.match(segments);
      if (variables.isEmpty()) {
        continue;
      }
      if (route.endpoint.methods().contains(wanted)) {
        return new Match(route.platform, Optional.of(route.endpoint), Refusal.NO_SUCH_PATH, variables.get());
      }
      if (wrongMethod.isEmpty()) {
        wrongMethod = Optional.of(new Match(route.platform, Optional.empty(), Refusal.WRONG_METHOD, Map.of()));
      }
    }
    return wrongMethod.orElseGet(() -> new Match(owner(path), Optional.empty(), Refusal.NO_SUCH_PATH, Map.of()));
  }

  private Platform owner(String path) {
    return platforms.stream()
        .filter(platform -> path.startsWith(platform.prefix() + "/"))
        .findFirst()
        .orElse(platforms.getFirst());
  }

  private static List<String> split(String path) {
    return List.of(path.substring(1).split("/", -1));
  }
}
