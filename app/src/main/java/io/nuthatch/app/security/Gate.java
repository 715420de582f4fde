package io.nuthatch.app.security;

import io.nuthatch.app.Access;
import io.nuthatch.app.Problem;
import java.time.Duration;
import java.util.Optional;

/**
 * Tells who a caller is, from what they bring: a bearer token, a session's cookie, or a name and password. Failed
 * attempts are counted; too many, and further ones are refused unheard for a while.
 */
public final class Gate {

  /** What a sign-in by token is counted under; no operator has such a name. */
  private static final String BY_TOKEN = "(token)";

  private final Operators operators;
  private final Tokens tokens;
  private final Sessions sessions;
  private final LoginThrottle throttle;
  private final String localSecret = Secret.random("nhl_");

  public Gate(Operators operators, Tokens tokens, Sessions sessions, LoginThrottle throttle) {
    this.operators = operators;
    this.tokens = tokens;
    this.sessions = sessions;
    this.throttle = throttle;
  }

  /**
   * The secret of this process for commands on the same machine. It is written where only this node's user can read
   * it, and dies with the process.
   */
  public String localSecret() {
    return localSecret;
  }

  /** Who brings this bearer token. Fails when it is not, or no longer, a token. */
  public Caller byToken(String secret) {
    if (Secret.same(secret, localSecret)) {
      return new Caller("local", Access.ADMIN, Caller.Via.LOCAL, null);
    }
    return tokens.withSecret(secret).map(t -> new Caller(nameOf(t), t.role(), Caller.Via.TOKEN, t.operator()))
        .orElseThrow(() -> Problem.of(Problem.Type.NOT_SIGNED_IN, "the token is unknown, expired or revoked"));
  }

  /** Whose session this is; empty when it has ended. */
  public Optional<Caller> bySession(String secret) {
    return sessions.withSecret(secret);
  }

  /** Starts a session for a name and password. Returns its secret. */
  public String signIn(String name, String password, String address) {
    String counted = Operators.isName(name) ? name : "(no name)";
    refuseWhenTooMany(counted, address);
    Optional<Operators.Operator> operator = operators.withPassword(name, password);
    if (operator.isEmpty()) {
      throw Problem.of(Problem.Type.NOT_SIGNED_IN, "that name and password do not belong together");
    }
    throttle.succeeded(counted, address);
    return sessions.startFor(operator.get());
  }

  /** Starts a session for whoever holds a token. Returns its secret. */
  public String signInWithToken(String secret, String address) {
    refuseWhenTooMany(BY_TOKEN, address);
    Optional<Tokens.Token> token = tokens.withSecret(secret);
    if (token.isEmpty()) {
      throw Problem.of(Problem.Type.NOT_SIGNED_IN, "the token is unknown, expired or revoked");
    }
    throttle.succeeded(BY_TOKEN, address);
    return sessions.startFor(token.get());
  }

  /** Starts a session for someone an OpenID Connect issuer vouches for. Returns its secret. */
  public String signIn(OpenIdConnect.Person person, Access roleForNew) {
    return operators.withSubject(person.subject(), person.name(), roleForNew).map(sessions::startFor)
        .orElseThrow(() -> Problem.of(Problem.Type.FORBIDDEN, "'" + person.name()
            + "' is not an operator here, or is disabled; an admin can add the operator without a password first"));
  }

  public void signOut(String secret) {
    sessions.end(secret);
  }

  public String formToken(String sessionSecret) {
    return Sessions.formToken(sessionSecret);
  }

  /** Whether a form or script of the session itself sent this, and not another site. */
  public boolean isFormToken(String sessionSecret, String candidate) {
    return Secret.same(Sessions.formToken(sessionSecret), candidate);
  }

  private void refuseWhenTooMany(String name, String address) {
    Optional<Duration> wait = throttle.begin(name, address);
    if (wait.isPresent()) {
      throw Problem.tooMany("too many failed sign-ins; try again in " + (wait.get().toSeconds() + 1) + " s",
          wait.get());
    }
  }

  private static String nameOf(Tokens.Token token) {
    String operator = token.operator();
    return operator == null ? token.label() : operator;
  }
}
