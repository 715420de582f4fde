package io.nuthatch.app.console;

import static io.nuthatch.app.http.Endpoint.Method.GET;
import static io.nuthatch.app.http.Endpoint.Method.POST;

import io.nuthatch.app.Access;
import io.nuthatch.app.Problem;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Endpoint;
import io.nuthatch.app.http.Origin;
import io.nuthatch.app.http.Request;
import io.nuthatch.app.http.SessionCookie;
import io.nuthatch.app.security.Gate;
import io.nuthatch.app.security.OpenIdConnect;
import io.nuthatch.app.security.Security;
import io.nuthatch.app.settings.Catalogue;
import io.nuthatch.app.settings.Settings;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Signing in and out: by name and password, by a token, or through an OpenID Connect issuer. */
final class SignInPages {

  private static final String ARRIVAL = "/sign-in/oidc/arrival";
  private static final String ISSUER_COOKIE = "nuthatch_oidc";

  private final Settings settings;
  private final Gate gate;
  private final Security security;

  SignInPages(Settings settings, Security security) {
    this.settings = settings;
    this.gate = security.gate();
    this.security = security;
  }

  List<Endpoint> endpoints() {
    List<Endpoint> endpoints = new ArrayList<>(List.of(
        Endpoint.page(GET, "/sign-in", Access.NONE, this::form),
        Endpoint.page(POST, "/sign-in", Access.NONE, this::signIn),
        Endpoint.page(POST, "/sign-out", Access.VIEWER, this::signOut)));
    security.openId().ifPresent(issuer -> {
      endpoints.add(Endpoint.page(GET, "/sign-in/oidc", Access.NONE, request -> depart(issuer, request)));
      endpoints.add(Endpoint.page(GET, ARRIVAL, Access.NONE, request -> arrive(issuer, request)));
    });
    return endpoints;
  }

  private Answer form(Request request) {
    String next = local(request.query("next").orElse("/"));
    return request.caller().access() == Access.NONE ? page(200, next, "", null) : Answer.redirect(next);
  }

  private Answer signIn(Request request) {
    Map<String, String> form = request.form();
    String next = local(form.getOrDefault("next", "/"));
    String name = form.getOrDefault("name", "").strip();
    String token = form.getOrDefault("token", "").strip();
    try {
      String address = request.origin().address();
      String session = token.isEmpty()
          ? gate.signIn(name, form.getOrDefault("password", ""), address)
          : gate.signInWithToken(token, address);
      return SessionCookie.set(Answer.redirect(next), request.origin(), session);
    } catch (Problem refused) {
      return page(refused.type().status(), next, name, refused.getMessage());
    }
  }

  private Answer signOut(Request request) {
    request.sessionSecret().ifPresent(gate::signOut);
    return SessionCookie.clear(Answer.redirect("/sign-in"), request.origin());
  }

  private Answer depart(OpenIdConnect issuer, Request request) {
    OpenIdConnect.Departure departure = issuer.depart(arrivalAddress(request.origin()));
    // Lax, since the browser comes back by a link from the issuer
    return Answer.redirect(departure.address().toString()).with("Set-Cookie", ISSUER_COOKIE + "=" + departure.cookie()
        + "; Path=/sign-in; Max-Age=600; HttpOnly; SameSite=Lax" + (request.origin().secure() ? "; Secure" : ""));
  }

  private Answer arrive(OpenIdConnect issuer, Request request) {
    Optional<String> refused = request.query("error");
    if (refused.isPresent()) {
      throw Problem.of(Problem.Type.FORBIDDEN, "the issuer did not sign you in: "
          + request.query("error_description").orElse(refused.get()));
    }
    OpenIdConnect.Person person = issuer.arrive(request.cookie(ISSUER_COOKIE).orElse(null),
        request.query("state").orElse(null), request.query("code").orElse(null));
    String session = gate.signIn(person, settings.get(Catalogue.OIDC_NEW_OPERATORS));
    return SessionCookie.set(Answer.redirect("/"), request.origin(), session).with("Set-Cookie",
        ISSUER_COOKIE + "=; Path=/sign-in; Max-Age=0; HttpOnly; SameSite=Lax");
  }

  private URI arrivalAddress(Origin origin) {
    String base = settings.find(Catalogue.HTTP_PUBLIC_URL).map(URI::toString)
        .orElse((origin.secure() ? "https://" : "http://") + origin.host());
    try {
      return new URI(base + ARRIVAL);
    } catch (URISyntaxException e) {
      throw Problem.of(Problem.Type.BAD_REQUEST, "the Host header is not the name of a host", e);
    }
  }

  private Answer page(int status, String next, String name, @Nullable String error) {
    Map<String, @Nullable Object> values = new HashMap<>();
    values.put("next", next);
    values.put("name", name);
    values.put("error", error);
    values.put("issuerLabel", security.openId().isPresent() ? settings.get(Catalogue.OIDC_LABEL) : null);
    return Templates.page(status, "sign-in", values);
  }

  /** Only a path of this node: never another site, however it is spelled. */
  static String local(String next) {
    return next.matches("/[A-Za-z0-9][A-Za-z0-9/._~%-]*") ? next : "/";
  }
}
