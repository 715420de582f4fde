package io.nuthatch.archive;

import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.netpreserve.jwarc.URIs;

/**
 * URLs in sortable form, as jwarc makes them. The ordinary URL of an API needs none of the many rules for odd ones and is
 * turned round here in a fraction of the time; all others are left to jwarc.
 */
final class Surt {

  private static final String PATH = "-._~/";
  private static final String QUERY = "-._~=&,:";

  private Surt() {
  }

  static String of(String url) {
    String ordinary = ordinary(url);
    return ordinary != null ? ordinary : URIs.toNormalizedSurt(url).replace(" ", "%20");
  }

  private static @Nullable String ordinary(String url) {
    int host = url.startsWith("https://") ? 8 : url.startsWith("http://") ? 7 : -1;
    if (host < 0 || url.startsWith("www", host)) {
      return null;
    }
    int path = run(url, host, "-.");
    int query = run(url, path, PATH);
    int end = query < url.length() && url.charAt(query) == '?' ? run(url, query + 1, QUERY) : query;
    if (end < url.length() || path == host || (path < url.length() && url.charAt(path) != '/')) {
      return null;
    }
    StringBuilder surt = new StringBuilder(url.length() + 4);
    if (!reversed(surt, url.substring(host, path)) || !path(surt.append(')'), url.substring(path, query))) {
      return null;
    }
    return query == end || query + 1 == end || query(surt, url.substring(query + 1, end)) ? surt.toString() : null;
  }

  /** Behind the letters, digits and these others that start here. */
  private static int run(String url, int from, String others) {
    int at = from;
    while (at < url.length()) {
      char c = url.charAt(at);
      if ((c < 'a' || c > 'z') && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && others.indexOf(c) < 0) {
        break;
      }
      at++;
    }
    return at;
  }

  private static boolean reversed(StringBuilder surt, String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    int end = lower.length();
    while (end >= 0) {
      int dot = lower.lastIndexOf('.', end - 1);
      if (dot + 1 >= end) {
        return false;
      }
      surt.append(lower, dot + 1, end).append(dot < 0 ? "" : ",");
      end = dot;
    }
    return !lower.startsWith("www");
  }

  private static boolean path(StringBuilder surt, String path) {
    if (path.contains("//") || path.contains("/.") || path.toLowerCase(Locale.ROOT).contains(".aspx")) {
      return false;
    }
    int end = path.length() > 1 && path.endsWith("/") ? path.length() - 1 : path.length();
    surt.append(path.isEmpty() ? "/" : path.substring(0, end).toLowerCase(Locale.ROOT));
    return true;
  }

  private static boolean query(StringBuilder surt, String query) {
    String lower = query.toLowerCase(Locale.ROOT);
    if (lower.contains("sid=") || lower.contains("sessionid") || lower.contains("cfid=")) {
      return false;
    }
    String[] parameters = lower.split("&", -1);
    Arrays.sort(parameters);
    surt.append('?').append(String.join("&", parameters));
    return true;
  }
}
