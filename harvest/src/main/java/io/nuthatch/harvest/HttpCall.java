package io.nuthatch.harvest;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A call as it goes over the wire.
 *
 * @param body text in UTF-8, or null
 * @param secrets values that must not reach the archive, a log or a message, wherever they stand
 */
public record HttpCall(String method, URI uri, List<Map.Entry<String, String>> headers, @Nullable String body,
    Set<String> secrets) {

  private static final String CONTENT_TYPE = "Content-Type";

  /** The call before anyone has signed it: parameters in the query or, of a POST without a body, in a form. */
  public static HttpCall unsigned(ApiCall call, String baseUrl) {
    String url = url(call, baseUrl);
    String parameters = Parameters.encoded(call.parameters());
    if (call.isForm()) {
      return new HttpCall(call.method(), URI.create(url),
          List.of(Map.entry(CONTENT_TYPE, "application/x-www-form-urlencoded")), parameters, Set.of());
    }
    return new HttpCall(call.method(), URI.create(parameters.isEmpty() ? url : url + "?" + parameters),
        call.body() == null ? List.of() : List.of(Map.entry(CONTENT_TYPE, "application/json")), call.body(), Set.of());
  }

  /** Where a call goes, without its parameters. */
  public static String url(ApiCall call, String baseUrl) {
    if (call.path().startsWith("http://") || call.path().startsWith("https://")) {
      return call.path();
    }
    return (baseUrl.endsWith("/") ? baseUrl.substring(0, baseUrl.length() - 1) : baseUrl) + call.path();
  }

  /** The same with one more header and what in it, or elsewhere in the call, must be kept out of sight. */
  public HttpCall with(String header, String value, Collection<String> hidden) {
    List<Map.Entry<String, String>> more = new ArrayList<>(headers);
    more.add(Map.entry(header, value));
    return new HttpCall(method, uri, List.copyOf(more), body, secrets).hiding(hidden);
  }

  /** The same with more to be kept out of sight, also as it is written in a query; messages may leave values null. */
  public HttpCall hiding(Collection<String> hidden) {
    Set<String> all = new HashSet<>(secrets);
    for (String secret : hidden) {
      if (secret != null && !secret.isEmpty()) {
        all.add(secret);
        all.add(Parameters.encoded(secret));
      }
    }
    return new HttpCall(method, uri, headers, body, Set.copyOf(all));
  }

  /** Only what may stand in a log. */
  @Override
  public String toString() {
    return method + " " + uri.getHost() + uri.getPath();
  }
}
