package io.nuthatch.app.console;

import static io.nuthatch.app.http.Endpoint.Method.GET;
import static io.nuthatch.app.http.Endpoint.Method.POST;

import io.nuthatch.app.Access;
import io.nuthatch.app.Problem;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Cursor;
import io.nuthatch.app.http.Endpoint;
import io.nuthatch.app.http.Request;
import io.nuthatch.app.security.AuditLog;
import io.nuthatch.app.security.Operators;
import io.nuthatch.app.security.Security;
import io.nuthatch.app.security.Tokens;
import io.nuthatch.app.settings.Settings;
import io.nuthatch.database.Database;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Operators, tokens, the audit and the settings. */
final class AdminPages {

  private static final int PAGE = 100;

  private final Frames frames;
  private final Security security;
  private final Database database;
  private final Settings settings;

  AdminPages(Frames frames, Security security, Database database, Settings settings) {
    this.frames = frames;
    this.security = security;
    this.database = database;
    this.settings = settings;
  }

  List<Endpoint> endpoints() {
    return List.of(page(GET, "/operators", request -> operators(200, request, null)),
        page(POST, "/operators", request -> operatorForm(request, this::addOperator)),
        page(POST, "/operators/{name}/change", request -> operatorForm(request, this::changeOperator)),
        page(POST, "/operators/{name}/remove", request -> operatorForm(request, this::removeOperator)),
        page(GET, "/tokens", request -> tokens(200, request, null, null)), page(POST, "/tokens", this::makeToken),
        page(POST, "/tokens/{id}/revoke", this::revokeToken), page(GET, "/audit", this::audit),
        page(GET, "/settings", this::settings));
  }

  private static Endpoint page(Endpoint.Method method, String path, Endpoint.Handler handler) {
    return Endpoint.page(method, path, Access.ADMIN, handler);
  }

  private interface Change {
    void make(Request request, Map<String, String> form);
  }

  /** Does what a form asks and shows the list again; what is refused is said above it. */
  private Answer operatorForm(Request request, Change change) {
    try {
      change.make(request, request.form());
      return Answer.redirect("/operators");
    } catch (Problem refused) {
      return operators(refused.type().status(), request, refused.getMessage());
    }
  }

  private void addOperator(Request request, Map<String, String> form) {
    String password = form.getOrDefault("password", "");
    security.operators().create(request.caller(), form.getOrDefault("name", "").strip(), role(form),
        password.isEmpty() ? null : password);
  }

  private void changeOperator(Request request, Map<String, String> form) {
    Boolean disabled = form.containsKey("disabled") ? Boolean.valueOf(form.get("disabled")) : null;
    security.operators().change(request.caller(), request.path("name"), new Operators.Change(null, disabled, null));
  }

  private void removeOperator(Request request, Map<String, String> form) {
    security.operators().remove(request.caller(), request.path("name"));
  }

  private Answer operators(int status, Request request, @Nullable String error) {
    List<Operators.Operator> page = security.operators().list(request.cursor(""), PAGE);
    return frames.page(status, Area.OPERATORS, request, error, "operators",
        values("operators", page, "next", Cursor.after(page, PAGE, Operators.Operator::name)));
  }

  private Answer makeToken(Request request) {
    Map<String, String> form = request.form();
    try {
      String days = form.getOrDefault("days", "").strip();
      Duration lifetime = days.isEmpty() ? null : Duration.ofDays(Request.wholeNumber("days", days, 1, 36_500));
      Tokens.Fresh fresh = security.tokens().create(request.caller(), form.getOrDefault("label", "").strip(),
          role(form), null, lifetime);
      return tokens(201, request, fresh.secret(), null);
    } catch (Problem refused) {
      return tokens(refused.type().status(), request, null, refused.getMessage());
    }
  }

  private Answer revokeToken(Request request) {
    try {
      security.tokens().revoke(request.caller(), request.path("id"));
      return Answer.redirect("/tokens");
    } catch (Problem refused) {
      return tokens(refused.type().status(), request, null, refused.getMessage());
    }
  }

  private Answer tokens(int status, Request request, @Nullable String secret, @Nullable String error) {
    List<Tokens.Token> page = security.tokens().list(request.cursor(""), PAGE);
    return frames.page(status, Area.TOKENS, request, error, "tokens",
        values("tokens", page, "secret", secret, "next", Cursor.after(page, PAGE, Tokens.Token::id)));
  }

  private Answer audit(Request request) {
    long before = request.cursor(Long.MAX_VALUE);
    List<AuditLog.Entry> page = database.read(reading -> security.audit().list(reading, before, PAGE));
    return frames.page(200, Area.AUDIT, request, null, "audit",
        values("entries", page, "next", Cursor.after(page, PAGE, entry -> Long.toString(entry.id()))));
  }

  private Answer settings(Request request) {
    return frames.page(200, Area.SETTINGS, request, null, "settings", values("lines", settings.lines()));
  }

  private static Access role(Map<String, String> form) {
    String text = form.getOrDefault("role", "");
    return Arrays.stream(Access.values())
        .filter(a -> a != Access.NONE && a.word().equals(text.toLowerCase(Locale.ROOT)))
        .findFirst().orElseThrow(() -> Problem.bad("role takes viewer, editor or admin, not '" + text + "'"));
  }

  private static Map<String, @Nullable Object> values(@Nullable Object... namesAndValues) {
    Map<String, @Nullable Object> values = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      values.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return values;
  }
}
