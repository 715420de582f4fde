package io.nuthatch.app.security;

import io.nuthatch.app.AppException;
import io.nuthatch.app.settings.Catalogue;
import io.nuthatch.app.settings.Settings;
import io.nuthatch.database.Database;
import io.nuthatch.model.NuthatchException.Kind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/** Everything that decides who may do what, put together. */
public final class Security {

  private static final String CHECK = "key-check";

  private final SecretBox box;
  private final AuditLog audit;
  private final Operators operators;
  private final Tokens tokens;
  private final Gate gate;
  private final Optional<OpenIdConnect> openId;

  public Security(Settings settings, Map<String, String> environment, Path directory, Database database, Clock clock) {
    this.box = SecretBox.open(environment.get("NUTHATCH_SECRET_KEY"),
        settings.find(Catalogue.KEY_FILE).map(Path::of).orElse(directory.resolve("secret.key")));
    requireTheKeyOf(database);
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

  /** All nodes of an installation have one key: with another, a node could not open what the others sealed. */
  private void requireTheKeyOf(Database database) {
    byte[] word = CHECK.getBytes(StandardCharsets.UTF_8);
    byte[] sealed = database.write(transaction -> {
      transaction.update("INSERT INTO key_check (id, sealed) VALUES (1, ?) ON CONFLICT (id) DO NOTHING",
          box.seal(CHECK, word));
      return transaction.first("SELECT sealed FROM key_check WHERE id = 1", row -> row.bytes("sealed")).orElseThrow();
    });
    if (box.open(CHECK, sealed).isEmpty()) {
      throw new AppException(Kind.CALLER,
          "the secrets in this database were sealed with another key; give this node the"
              + " same one, as NUTHATCH_SECRET_KEY or as the file that security.key-file names",
          null);
    }
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
