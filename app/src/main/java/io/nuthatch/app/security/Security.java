package io.nuthatch.app.security;

import io.nuthatch.app.settings.Catalogue;
import io.nuthatch.app.settings.Settings;
import io.nuthatch.database.Database;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/** Everything that decides who may do what, put together. */
public final class Security {

  private final SecretBox box;
  private final AuditLog audit;
  private final Operators operators;
  private final Tokens tokens;
  private final Gate gate;
  private final Optional<OpenIdConnect> openId;

  public Security(Settings settings, Map<String, String> environment, Path directory, Database database, Clock clock) {
    this.box = SecretBox.open(environment.get("NUTHATCH_SECRET_KEY"),
        settings.find(Catalogue.KEY_FILE).map(Path::of).orElse(directory.resolve("secret.key")));
    this.audit = new AuditLog(clock);
    this.operators = new Operators(database, audit, clock);
    this.tokens = new Tokens(database, audit, clock);
    Sessions sessions = new Sessions(database, audit,
        new Sessions.Lifetimes(settings.get(Catalogue.SESSION_LIFETIME), settings.get(Catalogue.SESSION_IDLE)), clock);
    this.gate = new Gate(operators, tokens, sessions,
        new LoginThrottle(settings.get(Catalogue.LOGIN_ATTEMPTS), settings.get(Catalogue.LOGIN_WINDOW), clock));
    this.openId = settings.find(Catalogue.OIDC_ISSUER).map(issuer -> new OpenIdConnect(
        new OpenIdConnect.Client(issuer, settings.get(Catalogue.OIDC_CLIENT_ID),
            settings.find(Catalogue.OIDC_CLIENT_SECRET).orElse(null), settings.get(Catalogue.OIDC_NAME_CLAIM)),
        box, clock));
  }

  public SecretBox box() {
    return box;
  }

  public AuditLog audit() {
    return audit;
  }

  public Operators operators() {
    return operators;
  }

  public Tokens tokens() {
    return tokens;
  }

  public Gate gate() {
    return gate;
  }

  /** Sign-in through an issuer, where one is set. */
  public Optional<OpenIdConnect> openId() {
    return openId;
  }
}
