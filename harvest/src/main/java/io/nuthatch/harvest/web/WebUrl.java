package io.nuthatch.harvest.web;

import io.nuthatch.harvest.HarvestException;
import java.net.IDN;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * URLs as people and servers write them, made into what can be asked for: without fragment, user and blanks around, host
 * in lower case and ASCII, and every character escaped that has no business in a URL. What is escaped already stays as
 * it is.
 */
final class WebUrl {

  private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(.*)", Pattern.DOTALL);
  private static final Pattern HOST = Pattern.compile("[a-z0-9._-]+|\\[[0-9a-f:.]+]");
  private static final Pattern QUAD = Pattern.compile("(0|[1-9]\\d{0,2})(\\.(0|[1-9]\\d{0,2})){3}");
  private static final Pattern NUMBER = Pattern.compile("\\d+|0x[0-9a-f]*");
  private static final String PLAIN = "-._~!$&'()*+,;=:@/?%";

  private WebUrl() {
  }

  /** Throws a {@link HarvestException} that says what is wrong with it. */
  static URI of(String text) {
    String url = text.strip();
    var scheme = SCHEME.matcher(url);
    if (!scheme.matches()) {
      throw bad(text, "it does not begin with http:// or https://");
    }
    String name = scheme.group(1).toLowerCase(Locale.ROOT);
    if (!name.equals("http") && !name.equals("https")) {
      throw bad(text, "only http and https are fetched");
    }
    String rest = scheme.group(2).replace('\\', '/').replaceFirst("^/+", "");
    int end = firstOf(rest, "/?#");
    String authority = rest.substring(0, end);
    return assemble(name, authority(authority.substring(authority.lastIndexOf('@') + 1), name, text),
        rest.substring(end),
        text);
  }

  /** What a Location field leads to. */
  static URI resolve(URI base, String location) {
    String url = location.strip();
    if (SCHEME.matcher(url).matches()) {
      return of(url);
    }
    if (url.startsWith("//")) {
      return of(base.getScheme() + ":" + url);
    }
    String path = base.getRawPath();
    String whole = switch (url.isEmpty() ? '#' : url.charAt(0)) {
      case '#' -> path + (base.getRawQuery() == null ? "" : "?" + base.getRawQuery());
      case '?' -> path + url;
      case '/' -> url;
      default -> path.substring(0, path.lastIndexOf('/') + 1) + url;
    };
    return assemble(base.getScheme(), base.getRawAuthority(), whole, location);
  }

  private static URI assemble(String scheme, String authority, String pathAndMore, String text) {
    String wanted = pathAndMore.substring(0, firstOf(pathAndMore, "#"));
    int query = firstOf(wanted, "?");
    String path = withoutDots(escaped(wanted.substring(0, query)));
    try {
      return new URI(scheme + "://" + authority + path + escaped(wanted.substring(query)));
    } catch (URISyntaxException e) {
      throw bad(text, e.getReason());
    }
  }

  private static String authority(String given, String scheme, String text) {
    int colon = given.lastIndexOf(':');
    boolean ported = colon > given.lastIndexOf(']');
    String port = ported ? given.substring(colon + 1) : "";
    String host;
    try {
      String written = (ported ? given.substring(0, colon) : given).toLowerCase(Locale.ROOT);
      host = written.startsWith("[") ? written : IDN.toASCII(written, IDN.ALLOW_UNASSIGNED);
    } catch (IllegalArgumentException e) {
      throw bad(text, "its host is no name");
    }
    if (!HOST.matcher(host).matches() || !port.matches("\\d{0,5}")) {
      throw bad(text, "its host or port is none");
    }
    boolean usual = port.isEmpty() || Integer.parseInt(port) == (scheme.equals("https") ? 443 : 80);
    return usual ? host : host + ":" + Integer.parseInt(port);
  }

  /** An address written in a way that means different things to different readers: {@code 0177.1}, {@code 2130706433}. */
  static boolean isOddlyNumbered(URI uri) {
    String host = host(uri);
    String last = host.substring(host.lastIndexOf('.', host.length() - 2) + 1).replaceFirst("\\.$", "");
    return !host.startsWith("[") && NUMBER.matcher(last).matches() && !QUAD.matcher(host).matches();
  }

  /** Without the port. */
  static String host(URI uri) {
    return uri.getRawAuthority().replaceFirst(":\\d+$", "");
  }

  private static String escaped(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (int i = 0; i < text.length();) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      boolean plain = c < 128 && (Character.isLetterOrDigit(c) || PLAIN.indexOf(c) >= 0);
      if (plain && (c != '%' || isEscape(text, i))) {
        out.append((char) c);
      } else if (c >= ' ') {
        for (byte b : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
          out.append('%').append(Character.toUpperCase(Character.forDigit(b >> 4 & 15, 16)))
              .append(Character.toUpperCase(Character.forDigit(b & 15, 16)));
        }
      }
    }
    return out.toString();
  }

  private static boolean isEscape(String text, int after) {
    return after + 2 <= text.length() && Character.digit(text.charAt(after), 16) >= 0
        && Character.digit(text.charAt(after + 1), 16) >= 0;
  }

  /** RFC 3986, 5.2.4; a path begins with a slash. */
  private static String withoutDots(String path) {
    String normal = URI.create("x://h" + (path.startsWith("/") ? path : "/" + path)).normalize().getRawPath();
    while (normal.startsWith("/../")) {
      normal = normal.substring(3);
    }
    return normal.equals("/..") ? "/" : normal;
  }

  private static int firstOf(String text, String any) {
    int at = 0;
    while (at < text.length() && any.indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return at;
  }

  private static HarvestException bad(String text, @Nullable String why) {
    String shown = text.length() > 200 ? text.substring(0, 200) + "…" : text;
    return HarvestException.caller("'" + shown + "' cannot be fetched: " + why);
  }
}
