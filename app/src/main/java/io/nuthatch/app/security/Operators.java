package io.nuthatch.app.security;

import io.nuthatch.app.Access;
import io.nuthatch.app.Problem;
import io.nuthatch.database.Database;
import io.nuthatch.database.DatabaseException;
import io.nuthatch.database.Row;
import io.nuthatch.database.Transaction;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The people who sign in. Every change is audited in its own transaction. */
public final class Operators {

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._@-]{0,99}");
  private static final String COLUMNS = "name, access, password_hash, oidc_subject, disabled, created_at, last_sign_in_at";

  /** Someone who signs in; {@code hasPassword} and {@code hasOidc} tell by which ways they can. */
  public record Operator(String name, Access role, boolean hasPassword, boolean hasOidc, boolean disabled,
      Instant createdAt, @Nullable Instant lastSignInAt) {
  }

  /** What may be changed; null leaves a thing as it is. */
  public record Change(@Nullable Access role, @Nullable Boolean disabled, @Nullable String password) {
  }

  private final Database database;
  private final AuditLog audit;
  private final InstantSource time;
  private final Passwords passwords = new Passwords();

  public Operators(Database database, AuditLog audit, InstantSource time) {
    this.database = database;
    this.audit = audit;
    this.time = time;
  }

  public Operator create(Caller caller, String name, Access role, @Nullable String password) {
    checkName(name);
    checkRole(role);
    String hash = password == null ? null : passwords.hash(checked(password));
    try {
      return database.write(transaction -> {
        transaction.update("INSERT INTO operators (name, access, password_hash, disabled, created_at)"
            + " VALUES (?, ?, ?, ?, ?)", name, role, hash, false, time.instant());
        audit.note(transaction, caller, "operator.create", name, Map.of("role", role.word()));
        return require(transaction, name);
      });
    } catch (DatabaseException e) {
      if (e.reason() == DatabaseException.Reason.DUPLICATE) {
        throw Problem.conflict("there is an operator '" + name + "' already");
      }
      throw e;
    }
  }

  public Operator change(Caller caller, String name, Change change) {
    if (change.role() != null) {
      checkRole(change.role());
    }
    String hash = change.password() == null ? null : passwords.hash(checked(change.password()));
    return database.write(transaction -> {
      Operator before = require(transaction, name);
      Map<String, Object> detail = new LinkedHashMap<>();
      if (change.role() != null && change.role() != before.role) {
        transaction.update("UPDATE operators SET access = ? WHERE name = ?", change.role(), name);
        detail.put("role", List.of(before.role.word(), change.role().word()));
      }
      if (change.disabled() != null && change.disabled() != before.disabled) {
        transaction.update("UPDATE operators SET disabled = ? WHERE name = ?", change.disabled(), name);
        detail.put("disabled", List.of(before.disabled, change.disabled()));
      }
      if (hash != null) {
        transaction.update("UPDATE operators SET password_hash = ? WHERE name = ?", hash, name);
        detail.put("password", "changed");
      }
      if (!detail.isEmpty()) {
        // whoever stole a session or knew the old password is out
        transaction.update("DELETE FROM sessions WHERE operator = ?", name);
        audit.note(transaction, caller, "operator.change", name, detail);
      }
      return require(transaction, name);
    });
  }

  public void remove(Caller caller, String name) {
    database.run(transaction -> {
      require(transaction, name);
      transaction.update("DELETE FROM operators WHERE name = ?", name);
      audit.note(transaction, caller, "operator.remove", name, Map.of());
    });
  }

  public Operator get(String name) {
    return database.read(reading -> reading.first(select("name = ?"), Operators::operator, name))
        .orElseThrow(() -> Problem.notFound("operator", name));
  }

  /** In the order of names, those after the given one. */
  public List<Operator> list(String after, int limit) {
    return database.read(reading -> reading.list(select("name > ?") + " ORDER BY name LIMIT ?", Operators::operator,
        after, limit));
  }

  /** The operator with this name and password, unless disabled. */
  Optional<Operator> withPassword(String name, String password) {
    record Found(Operator operator, @Nullable String hash) {
    }
    Optional<Found> found = database.read(reading -> reading.first(select("name = ?"),
        row -> new Found(operator(row), row.textOrNull("password_hash")), name));
    boolean right = password.length() <= Passwords.GREATEST_LENGTH
        && passwords.check(password, found.map(Found::hash).orElse(null));
    return right ? found.map(Found::operator).filter(o -> !o.disabled) : Optional.empty();
  }

  /**
   * The operator an OpenID Connect issuer speaks of. One known by subject is found; one with the same name and no
   * subject yet is joined to it; one not known is made with the given role, unless that is {@link Access#NONE}.
   */
  Optional<Operator> withSubject(String subject, String name, Access roleForNew) {
    return database.write(transaction -> {
      Optional<Operator> known = transaction.first(select("oidc_subject = ?"), Operators::operator, subject);
      if (known.isPresent()) {
        return known.filter(o -> !o.disabled);
      }
      Optional<Operator> named = transaction.first(select("name = ?"), Operators::operator, name);
      if (named.isPresent()) {
        if (named.get().hasOidc || named.get().hasPassword || named.get().disabled) {
          return Optional.empty();
        }
        transaction.update("UPDATE operators SET oidc_subject = ? WHERE name = ?", subject, name);
        audit.note(transaction, Caller.NODE, "operator.change", name, Map.of("oidc_subject", subject));
      } else {
        if (roleForNew == Access.NONE || !isName(name)) {
          return Optional.empty();
        }
        transaction.update("INSERT INTO operators (name, access, oidc_subject, disabled, created_at)"
            + " VALUES (?, ?, ?, ?, ?)", name, roleForNew, subject, false, time.instant());
        audit.note(transaction, Caller.NODE, "operator.create", name,
            Map.of("role", roleForNew.word(), "oidc_subject", subject));
      }
      return Optional.of(require(transaction, name));
    });
  }

  private static Operator require(Transaction transaction, String name) {
    return transaction.first(select("name = ?"), Operators::operator, name)
        .orElseThrow(() -> Problem.notFound("operator", name));
  }

  private static String select(String condition) {
    return "SELECT " + COLUMNS + " FROM operators WHERE " + condition;
  }

  private static Operator operator(Row row) {
    return new Operator(row.text("name"), row.oneOf("access", Access.class), !row.isNull("password_hash"),
        !row.isNull("oidc_subject"), row.flag("disabled"), row.instant("created_at"),
        row.instantOrNull("last_sign_in_at"));
  }

  static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  private static void checkName(String name) {
    if (!isName(name)) {
      throw Problem.bad("an operator's name has 1 to 100 of a-z, 0-9, dot, dash, underscore and @, and begins with a"
          + " letter or digit; '" + name + "' does not");
    }
  }

  private static void checkRole(Access role) {
    if (role == Access.NONE) {
      throw Problem.bad("role takes viewer, editor or admin");
    }
  }

  private static String checked(String password) {
    if (password.length() < Passwords.LEAST_LENGTH || password.length() > Passwords.GREATEST_LENGTH) {
      throw Problem.bad("a password has " + Passwords.LEAST_LENGTH + " to " + Passwords.GREATEST_LENGTH
          + " characters; this one has " + password.length());
    }
    return password;
  }
}
