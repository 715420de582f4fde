package io.nuthatch.archive.items;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Host, path and query of a URL, whatever else is wrong with it: archives hold what clients sent. */
public record Target(String host, String path, String query) {

  public static Target of(String url) {
    int scheme = url.indexOf("://");
    int start = scheme < 0 ? 0 : scheme + 3;
    int end = url.length();
    int fragment = url.indexOf('#', start);
    if (fragment >= 0) {
      end = fragment;
    }
    int question = url.indexOf('?', start);
    int pathEnd = question < 0 || question > end ? end : question;
    int slash = url.indexOf('/', start);
    int pathStart = slash < 0 || slash > pathEnd ? pathEnd : slash;
    return new Target(url.substring(start, pathStart), url.substring(pathStart, pathEnd),
        pathEnd == end ? "" : url.substring(pathEnd + 1, end));
  }

  /** The first value of a query's parameter, or null. */
  public @Nullable String parameter(String name) {
    int start = 0;
    while (start < query.length()) {
      int next = query.indexOf('&', start);
      int end = next < 0 ? query.length() : next;
      if (query.startsWith(name, start) && start + name.length() < end && query.charAt(start + name.length()) == '=') {
        return decoded(query.substring(start + name.length() + 1, end));
      }
      start = end + 1;
    }
    return null;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }
}
