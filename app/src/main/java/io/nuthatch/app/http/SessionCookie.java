package io.nuthatch.app.http;

/**
 * The cookie that carries a console session. Over TLS it has the {@code __Host-} prefix, so that no neighbour on the
 * same domain can set it.
 */
public final class SessionCookie {

  private SessionCookie() {
  }

  public static String name(Origin origin) {
    return origin.secure() ? "__Host-nuthatch" : "nuthatch";
  }

  public static Answer set(Answer answer, Origin origin, String secret) {
    return answer.with("Set-Cookie", name(origin) + "=" + secret + attributes(origin));
  }

  public static Answer clear(Answer answer, Origin origin) {
    return answer.with("Set-Cookie", name(origin) + "=; Max-Age=0" + attributes(origin));
  }

  private static String attributes(Origin origin) {
    return "; Path=/; HttpOnly; SameSite=Lax" + (origin.secure() ? "; Secure" : "");
  }
}
