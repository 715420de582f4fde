package io.nuthatch.simulator.platform;

import io.nuthatch.simulator.platform.Gate.Admission.Admitted;
import io.nuthatch.simulator.platform.Gate.Admission.Refused;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Callers who sign with OAuth 1.0a (a user) or bring a bearer token (an application). Signatures are computed anew and
 * compared, a nonce counts once, and the timestamp must be near the platform's own time.
 */
public final class OAuthGate implements Gate {

  private static final String BEARER = "Bearer ";

  private final Credentials credentials;
  private final InstantSource clock;
  private final Duration tolerance;
  private final Nonces nonces = new Nonces();

  public OAuthGate(Credentials credentials, InstantSource clock, Duration tolerance) {
    this.credentials = credentials;
    this.clock = clock;
    this.tolerance = tolerance;
  }

  @Override
  public Admission admit(Incoming incoming) {
    String header = incoming.header("authorization").orElse("");
    if (OAuth1.isOAuth1(header)) {
      return signed(incoming, OAuth1.parse(header));
    }
    if (header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return credentials.byBearer(header.substring(BEARER.length()).strip())
          .filter(known -> !credentials.isRevoked(known.name()))
          .<Admission>map(known -> new Admitted(
              new Caller(Caller.Role.APPLICATION, known.name(), "application:" + known.consumerKey())))
          .orElse(new Refused(Refusal.REVOKED));
    }
    // A key and its secret, as they are brought to get a token, do not say who is calling.
    return header.isEmpty() || header.startsWith("Basic ")
        ? new Admitted(Caller.NOBODY)
        : new Refused(Refusal.WRONG_CREDENTIALS);
  }

  private Admission signed(Incoming incoming, Parameters oauth) {
    Optional<Credential> found = credentials.byToken(oauth.text("oauth_token").orElse(""));
    if (found.isEmpty() || !oauth.text("oauth_consumer_key").equals(found.map(Credential::consumerKey))) {
      return new Refused(found.isEmpty() ? Refusal.REVOKED : Refusal.WRONG_CREDENTIALS);
    }
    Credential credential = found.get();
    String base = OAuth1.baseString(incoming.method(), incoming.base() + incoming.path(),
        incoming.parameters().and(oauth));
    String expected = OAuth1.sign(base, credential.consumerSecret(), credential.tokenSecret());
    if (!oauth.text("oauth_signature_method").equals(Optional.of("HMAC-SHA1"))
        || !same(expected, oauth.text("oauth_signature").orElse(""))) {
      return new Refused(Refusal.WRONG_CREDENTIALS);
    }
    if (credentials.isRevoked(credential.name())) {
      return new Refused(Refusal.REVOKED);
    }
    long now = clock.instant().getEpochSecond();
    long span = tolerance.toSeconds();
    if (oauth.number("oauth_timestamp").filter(time -> Math.abs(time - now) <= span).isEmpty()) {
      return new Refused(Refusal.WRONG_TIME);
    }
    String nonce = oauth.text("oauth_nonce").orElse("");
    if (nonce.isEmpty()
        || !nonces.use(credential.token() + "/" + oauth.text("oauth_timestamp").orElse("") + "/" + nonce, now, span)) {
      return new Refused(Refusal.WRONG_CREDENTIALS);
    }
    return new Admitted(new Caller(Caller.Role.USER, credential.name(), "user:" + credential.token()));
  }

  private static boolean same(String one, String other) {
    return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }
}
