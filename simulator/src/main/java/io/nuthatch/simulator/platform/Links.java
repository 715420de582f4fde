package io.nuthatch.simulator.platform;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * Where the addresses in a platform's answers lead: nowhere in particular, as they were written, or to the small web of
 * the same server, where every one of them can be fetched. The web keeps no table of short links: such a link holds its
 * target.
 */
public final class Links {

  /** The host of short links. */
  public static final String SHORTENER = "t.co";

  /** What comes first in the paths of the web. */
  public static final String WEB = "/web";

  public static final Links AS_WRITTEN = new Links("");

  private final String web;

  private Links(String web) {
    this.web = web;
  }

  /**
   * Into the web of the server that was called.
   *
   * @param base scheme, host and port of the server
   */
  public static Links toWeb(String base) {
    return new Links(base + WEB + "/");
  }

  public boolean areAsWritten() {
    return web.isEmpty();
  }

  /** The address by which something on the web can be fetched. */
  public String address(String url) {
    return areAsWritten() ? url : url.replaceFirst("^https?://(?!127\\.0\\.0\\.1|localhost|\\[)", web);
  }

  /** A short link with the given code to a target. */
  public String shortened(String code, String target) {
    return areAsWritten()
        ? "https://" + SHORTENER + "/" + code
        : web + SHORTENER + "/"
            + Base64.getUrlEncoder().withoutPadding().encodeToString(target.getBytes(StandardCharsets.UTF_8));
  }

  /** The target of a short link by its code, if the web can know it. */
  public static Optional<String> target(String code) {
    try {
      String target = new String(Base64.getUrlDecoder().decode(code), StandardCharsets.UTF_8);
      return target.matches("https?://[\\x21-\\x7e]+") ? Optional.of(target) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
