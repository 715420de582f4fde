package io.nuthatch.simulator.platform.web;

import io.nuthatch.simulator.platform.Incoming;
import io.nuthatch.simulator.platform.Parameters;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What was asked of the web: a host and a path on it. The host is either the one that the request names, or, for clients
 * that do not find their way to loopback by a name, the first part of the path behind {@code /web}.
 *
 * @param base scheme, host and port as the client wrote them
 * @param named whether the request itself named the host
 * @param path begins with a slash, still encoded
 */
record Address(String base, boolean named, String host, String path, Parameters options) {

  static Address of(Incoming incoming) {
    String rest = incoming.path().substring(Web.PREFIX.length() + 1);
    int slash = rest.indexOf('/');
    String host = slash < 0 ? rest : rest.substring(0, slash);
    boolean named = incoming.base().matches("http://" + Pattern.quote(host) + "(:\\d+)?");
    return new Address(incoming.base(), named, host, slash < 0 ? "/" : rest.substring(slash), incoming.parameters());
  }

  /** By which what is here is told from what is elsewhere. */
  String key() {
    return host + path + "?" + options.encoded();
  }

  List<String> segments() {
    return List.of(path.substring(1).split("/", -1));
  }

  /** The n-th segment of the path, or nothing. */
  String segment(int n) {
    List<String> all = segments();
    return n < all.size() ? all.get(n) : "";
  }

  /** The path without its first so many segments. */
  String pathAfter(int count) {
    List<String> all = segments();
    return "/" + String.join("/", all.subList(Math.min(count, all.size()), all.size()));
  }

  /** The address by which a client that came here can fetch a path of the same host. */
  String sibling(String otherPath) {
    return at(host, otherPath);
  }

  /** The address by which a client that came here can fetch a path of any host. */
  String at(String otherHost, String otherPath) {
    return named
        ? base.replace("//" + host, "//" + otherHost) + otherPath
        : base + Web.PREFIX + "/" + otherHost + otherPath;
  }

  /** As the other, for the url of a page as the real web would have it. */
  String at(String url) {
    String rest = url.replaceFirst("^https?://", "");
    int slash = rest.indexOf('/');
    return slash < 0 ? at(rest, "/") : at(rest.substring(0, slash), rest.substring(slash));
  }

  /** The port with its colon, or nothing if it is the usual one. */
  String port() {
    return base.matches(".*:\\d+") ? base.substring(base.lastIndexOf(':')) : "";
  }

  /** A size from the address's options, held within bounds. */
  int option(String name, int usual, int most) {
    return Math.clamp(options.number(name).orElse((long) usual), 1, most);
  }
}
