package io.nuthatch.harvest.capture;

import io.nuthatch.harvest.HttpCall;
import io.nuthatch.harvest.capture.CaptureException.Failure;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;

/**
 * Where a call goes.
 *
 * @param authority for the Host field
 * @param path with the query, as it stands in the request line
 */
record Target(HttpRoute route, String authority, String path) {

  static Target of(HttpCall call) {
    for (Map.Entry<String, String> header : call.headers()) {
      if (header.getValue().indexOf('\n') >= 0 || header.getValue().indexOf('\r') >= 0) {
        throw bad(call.uri(), "the value of header " + header.getKey() + " has a line break in it");
      }
    }
    return of(call.uri());
  }

  private static Target of(URI uri) {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    boolean secure = scheme.equals("https");
    if ((!secure && !scheme.equals("http")) || uri.getRawAuthority() == null) {
      throw bad(uri, "only http and https URLs with a host can be called");
    }
    String authority = uri.getRawAuthority().substring(uri.getRawAuthority().indexOf('@') + 1);
    String host = authority;
    int port = secure ? 443 : 80;
    int colon = authority.lastIndexOf(':');
    if (colon > authority.lastIndexOf(']')) {
      host = authority.substring(0, colon);
      port = port(authority.substring(colon + 1), port, uri);
    }
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    if (host.isEmpty()) {
      throw bad(uri, "it has no host");
    }
    String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    String asked = uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
    return new Target(new HttpRoute(new HttpHost(scheme, host, port), null, secure), authority, asked);
  }

  private static int port(String digits, int standard, URI uri) {
    if (digits.isEmpty()) {
      return standard;
    }
    try {
      int port = Integer.parseInt(digits);
      if (port > 0 && port < 65536) {
        return port;
      }
    } catch (NumberFormatException e) {
      // Told below, like a number that is no port.
    }
    throw bad(uri, "'" + digits + "' is no port");
  }

  private static CaptureException bad(URI uri, String why) {
    return new CaptureException(Failure.BAD_CALL, "cannot call " + withoutQuery(uri) + ": " + why, null);
  }

  /** For messages: queries may hold secrets. */
  static String withoutQuery(URI uri) {
    String text = uri.toString();
    int end = text.indexOf('?');
    return end < 0 ? text : text.substring(0, end);
  }
}
