package io.nuthatch.app.security;

import io.nuthatch.app.Access;
import io.nuthatch.database.Database;
import io.nuthatch.database.Row;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sessions of people in the console. The secret lives in a cookie, its hash in the database, so that every node of an
 * installation knows every session. A session ends with the operator or token it came from.
 */
public final class Sessions {

  private static final Duration NOTE_USE_EVERY = Duration.ofMinutes(1);

  /** How long a session lives, at most and unused. */
  public record Lifetimes(Duration most, Duration idle) {
  }

  private final Database database;
  private final AuditLog audit;
  private final Lifetimes lifetimes;
  private final InstantSource time;

  public Sessions(Database database, AuditLog audit, Lifetimes lifetimes, InstantSource time) {
    this.database = database;
    this.audit = audit;
    this.lifetimes = lifetimes;
    this.time = time;
  }

  /** A new session of an operator. Returns its secret. */
  String startFor(Operators.Operator operator) {
    return start(operator.name(), null, operator.name());
  }

  /** A new session of whoever holds a token. Returns its secret. */
  String startFor(Tokens.Token token) {
    return start(token.operator(), token.id(), token.label());
  }

  private String start(@Nullable String operator, @Nullable String token, String name) {
    String secret = Secret.random("");
    Instant now = time.instant();
    database.run(transaction -> {
      transaction.update("DELETE FROM sessions WHERE expires_at <= ? OR seen_at <= ?", now, now.minus(lifetimes.idle));
      transaction.update("INSERT INTO sessions (hash, operator, token, created_at, seen_at, expires_at)"
          + " VALUES (?, ?, ?, ?, ?, ?)", Secret.hash(secret), operator, token, now, now, now.plus(lifetimes.most));
      if (operator != null) {
        transaction.update("UPDATE operators SET last_sign_in_at = ? WHERE name = ?", now, operator);
      }
      audit.note(transaction, new Caller(name, Access.NONE, Caller.Via.SESSION, operator), "session.start", name,
          Map.of());
    });
    return secret;
  }

  /** Who the session with this secret belongs to, if it is alive. */
  Optional<Caller> withSecret(String secret) {
    byte[] hash = Secret.hash(secret);
    Instant now = time.instant();
    record Found(Caller caller, Instant seenAt) {
    }
    Optional<Found> found = database.read(reading -> reading.first("""
        SELECT s.operator, s.seen_at, o.access AS operator_access, o.disabled, t.access AS token_access, t.label,
               t.expires_at AS token_expires_at
        FROM sessions s LEFT JOIN operators o ON o.name = s.operator LEFT JOIN tokens t ON t.id = s.token
        WHERE s.hash = ? AND s.expires_at > ? AND s.seen_at > ?
        """, row -> caller(row, now).map(c -> new Found(c, row.instant("seen_at"))), hash, now,
        now.minus(lifetimes.idle))).flatMap(f -> f);
    found.filter(f -> f.seenAt.plus(NOTE_USE_EVERY).isBefore(now)).ifPresent(
        f -> LastUse.note(database, "UPDATE sessions SET seen_at = ? WHERE hash = ?", now, hash));
    return found.map(Found::caller);
  }

  private static Optional<Caller> caller(Row row, Instant now) {
    String operator = row.textOrNull("operator");
    Instant tokenExpires = row.instantOrNull("token_expires_at");
    boolean disabled = operator != null && row.flag("disabled");
    boolean expired = tokenExpires != null && !tokenExpires.isAfter(now);
    if (disabled || expired) {
      return Optional.empty();
    }
    Access access = Access.ADMIN;
    if (operator != null) {
      access = lesser(access, row.oneOf("operator_access", Access.class));
    }
    if (!row.isNull("token_access")) {
      access = lesser(access, row.oneOf("token_access", Access.class));
    }
    String name = operator == null ? row.text("label") : operator;
    return Optional.of(new Caller(name, access, Caller.Via.SESSION, operator));
  }

  private static Access lesser(Access a, Access b) {
    return a.includes(b) ? b : a;
  }

  void end(String secret) {
    database.run(transaction -> transaction.update("DELETE FROM sessions WHERE hash = ?", Secret.hash(secret)));
  }

  /** What a form of this session must carry; cannot be known without the cookie, which no other site can read. */
  static String formToken(String secret) {
    return HexFormat.of().formatHex(Secret.hash("form " + secret));
  }
}
