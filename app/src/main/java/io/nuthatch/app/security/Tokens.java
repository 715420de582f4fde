package io.nuthatch.app.security;

import io.nuthatch.app.Access;
import io.nuthatch.app.Problem;
import io.nuthatch.database.Database;
import io.nuthatch.database.Row;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tokens for programs. The secret is shown once, when the token is made; what is stored is its hash. A token of an
 * operator never does more than its operator, and ends with them.
 */
public final class Tokens {

  private static final Duration NOTE_USE_EVERY = Duration.ofMinutes(1);
  private static final String SELECT = """
      SELECT t.id, t.label, t.access, t.operator, t.created_at, t.expires_at, t.last_used_at,
             o.access AS operator_access, o.disabled AS operator_disabled
      FROM tokens t LEFT JOIN operators o ON o.name = t.operator
      """;

  /** A token as it may be shown. */
  public record Token(String id, String label, Access role, @Nullable String operator, Instant createdAt,
      @Nullable Instant expiresAt, @Nullable Instant lastUsedAt) {
  }

  /** A token just made, with its secret. */
  public record Fresh(Token token, String secret) {
  }

  private final Database database;
  private final AuditLog audit;
  private final InstantSource time;

  public Tokens(Database database, AuditLog audit, InstantSource time) {
    this.database = database;
    this.audit = audit;
    this.time = time;
  }

  public Fresh create(Caller caller, String label, Access role, @Nullable String operator,
      @Nullable Duration lifetime) {
    if (label.isBlank() || label.length() > 200) {
      throw Problem.bad("a token's label has 1 to 200 characters");
    }
    if (role == Access.NONE) {
      throw Problem.bad("role takes viewer, editor or admin");
    }
    if (lifetime != null && !lifetime.isPositive()) {
      throw Problem.bad("a token's lifetime is longer than nothing");
    }
    String id = Secret.id();
    String secret = Secret.random("nh_");
    Instant now = time.instant();
    database.run(transaction -> {
      if (operator != null && transaction.number("SELECT count(*) FROM operators WHERE name = ?", operator) == 0) {
        throw Problem.notFound("operator", operator);
      }
      transaction.update("INSERT INTO tokens (id, label, hash, access, operator, created_at, expires_at)"
          + " VALUES (?, ?, ?, ?, ?, ?, ?)", id, label, Secret.hash(secret), role, operator, now,
          lifetime == null ? null : now.plus(lifetime));
      Map<String, Object> detail = new LinkedHashMap<>();
      detail.put("label", label);
      detail.put("role", role.word());
      detail.put("operator", operator);
      audit.note(transaction, caller, "token.create", id, detail);
    });
    return new Fresh(get(id), secret);
  }

  public Token get(String id) {
    return database.read(reading -> reading.first(SELECT + "WHERE t.id = ?", Tokens::token, id))
        .orElseThrow(() -> Problem.notFound("token", id));
  }

  /** In the order of ids, those after the given one. */
  public List<Token> list(String after, int limit) {
    return database
        .read(reading -> reading.list(SELECT + "WHERE t.id > ? ORDER BY t.id LIMIT ?", Tokens::token, after, limit));
  }

  public void revoke(Caller caller, String id) {
    database.run(transaction -> {
      if (transaction.update("DELETE FROM tokens WHERE id = ?", id) == 0) {
        throw Problem.notFound("token", id);
      }
      audit.note(transaction, caller, "token.revoke", id, Map.of());
    });
  }

  /**
   * Makes the first way in where there is none: an admin token with the given secret, or one made up.
   *
   * @return the secret, if the token was made
   */
  public Optional<String> makeFirst(@Nullable String given) {
    if (given != null && !given.matches("\\S{1,500}")) {
      throw Problem.bad("NUTHATCH_ADMIN_TOKEN is a token of 1 to 500 characters without spaces");
    }
    String secret = given == null ? Secret.random("nh_") : given;
    return database.write(transaction -> {
      long ways = transaction
          .number("SELECT (SELECT count(*) FROM tokens t LEFT JOIN operators o ON o.name = t.operator"
              + " WHERE t.access = 'admin' AND t.expires_at IS NULL AND (t.operator IS NULL OR"
              + " (o.access = 'admin' AND NOT o.disabled)))"
              + " + (SELECT count(*) FROM operators WHERE access = 'admin' AND NOT disabled)");
      if (ways > 0) {
        return Optional.empty();
      }
      int made = transaction.update("INSERT INTO tokens (id, label, hash, access, created_at) VALUES (?, ?, ?, ?, ?)"
          + " ON CONFLICT DO NOTHING", "first", "first start", Secret.hash(secret), Access.ADMIN, time.instant());
      if (made == 0) {
        return Optional.empty();
      }
      audit.note(transaction, Caller.NODE, "token.create", "first", Map.of("label", "first start", "role", "admin"));
      return Optional.of(secret);
    });
  }

  /** The token with this secret, if it is alive, with the role it has now. */
  Optional<Token> withSecret(String secret) {
    Instant now = time.instant();
    Optional<Token> token = database
        .read(reading -> reading.first(SELECT + "WHERE t.hash = ?", row -> alive(row, now), Secret.hash(secret)))
        .flatMap(t -> t);
    token.filter(t -> t.lastUsedAt == null || t.lastUsedAt.plus(NOTE_USE_EVERY).isBefore(now)).ifPresent(
        t -> LastUse.note(database, "UPDATE tokens SET last_used_at = ? WHERE id = ?", now, t.id));
    return token;
  }

  private static Optional<Token> alive(Row row, Instant now) {
    Token token = token(row);
    boolean expired = token.expiresAt != null && !token.expiresAt.isAfter(now);
    boolean orphan = token.operator != null && row.flag("operator_disabled");
    return expired || orphan ? Optional.empty() : Optional.of(token);
  }

  /** With the lesser of the token's role and its operator's. */
  private static Token token(Row row) {
    Access role = row.oneOf("access", Access.class);
    String operator = row.textOrNull("operator");
    if (operator != null) {
      Access most = row.oneOf("operator_access", Access.class);
      role = role.includes(most) ? most : role;
    }
    return new Token(row.text("id"), row.text("label"), role, operator, row.instant("created_at"),
        row.instantOrNull("expires_at"), row.instantOrNull("last_used_at"));
  }
}
