package io.nuthatch.app.security;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.proc.BadJOSEException;
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
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Sign-in through an OpenID Connect issuer: the code flow with PKCE. What must be remembered between leaving for the
 * issuer and coming back travels sealed in a cookie, so that any node can finish what another began.
 */
public final class OpenIdConnect {

  private static final String PURPOSE = "openid connect sign-in";
  private static final int TIMEOUT_MILLIS = 10_000;

  /** Where the issuer is and who we are there. */
  public record Client(URI issuer, String id, @Nullable String secret) {
  }

  /** Where to send the browser, and what it must bring back in a cookie. */
  public record Departure(URI address, String cookie) {
  }

  /** Someone the issuer vouches for. */
  public record Person(String subject, String name) {
  }

  private record Pending(String state, String nonce, String verifier, String redirect) {
  }

  private final Client client;
  private final SecretBox box;
  private volatile @Nullable OIDCProviderMetadata metadata;

  public OpenIdConnect(Client client, SecretBox box) {
    this.client = client;
    this.box = box;
  }

  public Departure depart(URI redirect) {
    State state = new State();
    Nonce nonce = new Nonce();
    CodeVerifier verifier = new CodeVerifier();
    URI address = new AuthenticationRequest.Builder(ResponseType.CODE, new Scope("openid", "profile", "email"),
        new ClientID(client.id), redirect).endpointURI(metadata().getAuthorizationEndpointURI()).state(state)
        .nonce(nonce).codeChallenge(verifier, CodeChallengeMethod.S256).build().toURI();
    byte[] sealed = box.seal(PURPOSE, Json.writeBytes(
        new Pending(state.getValue(), nonce.getValue(), verifier.getValue(), redirect.toString())));
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
      request = new TokenRequest.Builder(metadata().getTokenEndpointURI(), id, grant).build();
    } else {
      ClientAuthentication proof = new ClientSecretBasic(id, new Secret(client.secret));
      request = new TokenRequest.Builder(metadata().getTokenEndpointURI(), proof, grant).build();
    }
    HTTPRequest http = request.toHTTPRequest();
    http.setConnectTimeout(TIMEOUT_MILLIS);
    http.setReadTimeout(TIMEOUT_MILLIS);
    HTTPResponse response = http.send();
    if (!response.indicatesSuccess()) {
      throw Problem.of(Problem.Type.FORBIDDEN, "the issuer refused the sign-in: " + response.getBody());
    }
    OIDCTokenResponse tokens = (OIDCTokenResponse) OIDCTokenResponseParser.parse(response).toSuccessResponse();
    IDTokenValidator validator = new IDTokenValidator(new Issuer(client.issuer), id, JWSAlgorithm.RS256,
        metadata().getJWKSetURI().toURL());
    return validator.validate(tokens.getOIDCTokens().getIDToken(), new Nonce(pending.nonce));
  }

  private Pending pending(@Nullable String cookie) {
    if (cookie != null) {
      try {
        byte[] sealed = Base64.getUrlDecoder().decode(cookie);
        byte[] plain = box.open(PURPOSE, sealed).orElse(null);
        if (plain != null) {
          return Json.read(plain, Pending.class);
        }
      } catch (IllegalArgumentException e) {
        // not even Base64: the same answer as any other cookie that is not ours
      }
    }
    throw Problem.bad("this sign-in was not begun here, or began too long ago; begin again");
  }

  private static String nameIn(IDTokenClaimsSet claims) {
    for (String claim : new String[]{"preferred_username", "email", "sub"}) {
      String value = claims.getStringClaim(claim);
      if (value != null && !value.isBlank()) {
        return value.toLowerCase(Locale.ROOT);
      }
    }
    return claims.getSubject().getValue();
  }

  private OIDCProviderMetadata metadata() {
    OIDCProviderMetadata known = metadata;
    if (known != null) {
      return known;
    }
    try {
      OIDCProviderMetadata resolved = OIDCProviderMetadata.resolve(new Issuer(client.issuer), TIMEOUT_MILLIS,
          TIMEOUT_MILLIS);
      metadata = resolved;
      return resolved;
    } catch (GeneralException | IOException e) {
      throw Problem.of(Problem.Type.UNAVAILABLE,
          "the issuer " + client.issuer + " does not answer as OpenID Connect says: " + e.getMessage(), e);
    }
  }
}
