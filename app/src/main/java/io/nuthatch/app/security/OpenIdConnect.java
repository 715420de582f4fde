package io.nuthatch.app.security;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jwt.JWT;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.GeneralException;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import io.nuthatch.app.Problem;
import io.nuthatch.model.Json;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Sign-in through an OpenID Connect issuer: the code flow with PKCE. What must be remembered between leaving for the
 * issuer and coming back travels sealed in a cookie, so that any node can finish what another began.
 */
public final class OpenIdConnect {

  private static final String PURPOSE = "openid connect sign-in";
  private static final int TIMEOUT_MILLIS = 10_000;
  private static final int LARGEST_KEY_SET = 1 << 20;
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  /** Signatures that need the issuer's private key; never a shared secret, never none. */
  private static final List<JWSAlgorithm> ALGORITHMS = List.of(JWSAlgorithm.RS256, JWSAlgorithm.ES256,
      JWSAlgorithm.PS256, JWSAlgorithm.RS512, JWSAlgorithm.ES384, JWSAlgorithm.ES512, JWSAlgorithm.Ed25519);

  /** Where the issuer is and who we are there. */
  public record Client(URI issuer, String id, @Nullable String secret, String nameClaim) {
  }

  /** Where to send the browser, and what it must bring back in a cookie. */
  public record Departure(URI address, String cookie) {
  }

  /** Someone the issuer vouches for. */
  public record Person(String subject, String name) {
  }

  private record Pending(String state, String nonce, String verifier, String redirect, Instant until) {
  }

  /** What the issuer says of itself, and the check of what it signs, with its keys kept between sign-ins. */
  private record Provider(OIDCProviderMetadata metadata, IDTokenValidator validator) {
  }

  private final Client client;
  private final SecretBox box;
  private final InstantSource time;
  private volatile @Nullable Provider provider;

  public OpenIdConnect(Client client, SecretBox box, InstantSource time) {
    this.client = client;
    this.box = box;
    this.time = time;
  }

  public Departure depart(URI redirect) {
    State state = new State();
    Nonce nonce = new Nonce();
    CodeVerifier verifier = new CodeVerifier();
    URI address = new AuthenticationRequest.Builder(ResponseType.CODE, new Scope("openid", "profile", "email"),
        new ClientID(client.id), redirect).endpointURI(provider().metadata.getAuthorizationEndpointURI()).state(state)
        .nonce(nonce).codeChallenge(verifier, CodeChallengeMethod.S256).build().toURI();
    byte[] sealed = box.seal(PURPOSE, Json.writeBytes(
        new Pending(state.getValue(), nonce.getValue(), verifier.getValue(), redirect.toString(),
            time.instant().plus(PATIENCE))));
    return new Departure(address, Base64.getUrlEncoder().withoutPadding().encodeToString(sealed));
  }

  /** Who came back with this state and code. */
  public Person arrive(@Nullable String cookie, @Nullable String state, @Nullable String code) {
    Pending pending = pending(cookie);
    if (state == null || code == null || !io.nuthatch.app.security.Secret.same(pending.state, state)) {
      throw Problem.bad("this sign-in was not begun here, or began too long ago; begin again");
    }
    try {
      IDTokenClaimsSet claims = claims(pending, code);
      return new Person(client.issuer + " " + claims.getSubject().getValue(), nameIn(claims));
    } catch (GeneralException | IOException | BadJOSEException | JOSEException e) {
      throw Problem.of(Problem.Type.FORBIDDEN, "the issuer's answer could not be accepted: " + e.getMessage(), e);
    }
  }

  private IDTokenClaimsSet claims(Pending pending, String code)
      throws GeneralException, IOException, BadJOSEException, JOSEException {
    AuthorizationCodeGrant grant = new AuthorizationCodeGrant(new AuthorizationCode(code),
        URI.create(pending.redirect), new CodeVerifier(pending.verifier));
    ClientID id = new ClientID(client.id);
    TokenRequest request;
    if (client.secret == null) {
      request = new TokenRequest.Builder(provider().metadata.getTokenEndpointURI(), id, grant).build();
    } else {
      ClientAuthentication proof = new ClientSecretBasic(id, new Secret(client.secret));
      request = new TokenRequest.Builder(provider().metadata.getTokenEndpointURI(), proof, grant).build();
    }
    HTTPRequest http = request.toHTTPRequest();
    http.setConnectTimeout(TIMEOUT_MILLIS);
    http.setReadTimeout(TIMEOUT_MILLIS);
    HTTPResponse response = http.send();
    if (!response.indicatesSuccess()) {
      throw Problem.of(Problem.Type.FORBIDDEN, "the issuer refused the sign-in: " + response.getBody());
    }
    OIDCTokenResponse tokens = (OIDCTokenResponse) OIDCTokenResponseParser.parse(response).toSuccessResponse();
    JWT idToken = tokens.getOIDCTokens().getIDToken();
    if (idToken == null) {
      throw new BadJOSEException("there is no ID token in it");
    }
    return provider().validator.validate(idToken, new Nonce(pending.nonce));
  }

  private Pending pending(@Nullable String cookie) {
    if (cookie != null) {
      try {
        byte[] sealed = Base64.getUrlDecoder().decode(cookie);
        byte[] plain = box.open(PURPOSE, sealed).orElse(null);
        if (plain != null) {
          Pending pending = Json.read(plain, Pending.class);
          if (pending.until.isAfter(time.instant())) {
            return pending;
          }
        }
      } catch (IllegalArgumentException e) {
        // not even Base64: the same answer as any other cookie that is not ours
      }
    }
    throw Problem.bad("this sign-in was not begun here, or began too long ago; begin again");
  }

  /** The name the issuer gives someone, in the claim the settings trust; the subject when there is none. */
  private String nameIn(IDTokenClaimsSet claims) {
    String value = claims.getStringClaim(client.nameClaim);
    boolean unverified = client.nameClaim.equals("email")
        && !Boolean.TRUE.equals(claims.getBooleanClaim("email_verified"));
    String name = value == null || value.isBlank() || unverified ? claims.getSubject().getValue() : value;
    return name.toLowerCase(Locale.ROOT);
  }

  private Provider provider() {
    Provider known = provider;
    if (known != null) {
      return known;
    }
    try {
      Issuer issuer = new Issuer(client.issuer);
      OIDCProviderMetadata metadata = OIDCProviderMetadata.resolve(issuer, TIMEOUT_MILLIS, TIMEOUT_MILLIS);
      List<JWSAlgorithm> offered = metadata.getIDTokenJWSAlgs() == null ? List.of() : metadata.getIDTokenJWSAlgs();
      JWSAlgorithm algorithm = ALGORITHMS.stream().filter(offered::contains).findFirst().orElse(JWSAlgorithm.RS256);
      Provider resolved = new Provider(metadata, new IDTokenValidator(issuer, new ClientID(client.id), algorithm,
          metadata.getJWKSetURI().toURL(),
          new DefaultResourceRetriever(TIMEOUT_MILLIS, TIMEOUT_MILLIS, LARGEST_KEY_SET)));
      provider = resolved;
      return resolved;
    } catch (GeneralException | IOException e) {
      throw Problem.of(Problem.Type.UNAVAILABLE,
          "the issuer " + client.issuer + " does not answer as OpenID Connect says: " + e.getMessage(), e);
    }
  }
}
