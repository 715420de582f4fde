package io.nuthatch.app.security;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.nuthatch.model.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** An OpenID Connect issuer on loopback that lets everyone in, and really checks the client, the code and the proof. */
final class FakeIssuer implements AutoCloseable {

  static final String CLIENT = "nuthatch";
  static final String SECRET = "the client's secret";

  private final HttpServer server;
  private final RSAKey key;
  private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();
  /** Claims that replace the right ones, to see that wrong ones are refused. */
  final Map<String, Object> lies = new HashMap<>();

  private FakeIssuer(HttpServer server, RSAKey key) {
    this.server = server;
    this.key = key;
  }

  static FakeIssuer start() throws IOException, JOSEException {
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    FakeIssuer issuer = new FakeIssuer(server, new RSAKeyGenerator(2048).keyID("k1").generate());
    server.createContext("/.well-known/openid-configuration", exchange -> answer(exchange, 200, issuer.metadata()));
    server.createContext("/keys", exchange -> answer(exchange, 200, new JWKSet(issuer.key.toPublicJWK()).toString()));
    server.createContext("/token", issuer::token);
    server.start();
    return issuer;
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** What a browser does at the issuer: the person agrees and is sent back with a code. */
  URI agree(URI departure, String subject, String name) {
    Map<String, String> query = parameters(departure.getRawQuery());
    String code = "code-" + codes.size();
    query.put("subject", subject);
    query.put("name", name);
    codes.put(code, query);
    return URI.create(query.get("redirect_uri") + "?code=" + code + "&state=" + query.get("state"));
  }

  private void token(HttpExchange exchange) throws IOException {
    Map<String, String> form = parameters(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    String basic = "Basic " + Base64.getEncoder()
        .encodeToString((CLIENT + ":" + URLEncoder.encode(SECRET, StandardCharsets.UTF_8))
            .getBytes(StandardCharsets.UTF_8));
    Map<String, String> asked = codes.remove(form.getOrDefault("code", ""));
    boolean right = asked != null && basic.equals(exchange.getRequestHeaders().getFirst("Authorization"))
        && Objects.equals(asked.get("code_challenge"), challenge(form.getOrDefault("code_verifier", "")))
        && Objects.equals(asked.get("redirect_uri"), form.get("redirect_uri"));
    if (asked == null || !right) {
      answer(exchange, 400, "{\"error\":\"invalid_grant\"}");
      return;
    }
    answer(exchange, 200, Json.write(Map.of("access_token", "x", "token_type", "Bearer", "id_token", idToken(asked))));
  }

  private String idToken(Map<String, String> asked) {
    JWTClaimsSet.Builder claims = new JWTClaimsSet.Builder().issuer(address()).audience(CLIENT)
        .subject(asked.get("subject")).claim("preferred_username", asked.get("name")).claim("nonce", asked.get("nonce"))
        .issueTime(Date.from(Instant.now())).expirationTime(Date.from(Instant.now().plusSeconds(300)));
    lies.forEach(claims::claim);
    try {
      SignedJWT token = new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("k1").build(), claims.build());
      token.sign(new RSASSASigner(key));
      return token.serialize();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private String metadata() {
    return Json.write(Map.of("issuer", address(), "authorization_endpoint", address() + "/authorize",
        "token_endpoint", address() + "/token", "jwks_uri", address() + "/keys", "response_types_supported",
        List.of("code"), "subject_types_supported", List.of("public"), "id_token_signing_alg_values_supported",
        List.of("RS256")));
  }

  private static String challenge(String verifier) {
    try {
      return Base64.getUrlEncoder().withoutPadding().encodeToString(
          MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, String> parameters(String text) {
    Map<String, String> values = new HashMap<>();
    for (String pair : text.split("&", -1)) {
      int equals = pair.indexOf('=');
      values.put(pair.substring(0, equals), URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
    }
    return values;
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
