package io.nuthatch.harvest.twitter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.harvest.ApiCall;
import io.nuthatch.harvest.HarvestException;
import io.nuthatch.harvest.HttpCall;
import io.nuthatch.harvest.Parameters;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class OAuth1Test {

  private static final Map<String, String> CREDENTIAL = Map.of("consumer_key", "xvz1evFS4wEEPTGEFPHBog",
      "consumer_secret", "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw", "access_token",
      "370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb", "access_token_secret",
      "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE");

  /** The example of Twitter's own documents. */
  @Test
  void signature_isThatOfTheDocuments() {
    Map<String, String> oauth = new TreeMap<>(Map.of("oauth_consumer_key", "xvz1evFS4wEEPTGEFPHBog", "oauth_nonce",
        "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg", "oauth_signature_method", "HMAC-SHA1", "oauth_timestamp",
        "1318622958", "oauth_token", "370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb", "oauth_version", "1.0"));
    String base = OAuth1.base("POST", "https://api.twitter.com/1.1/statuses/update.json",
        Map.of("status", "Hello Ladies + Gentlemen, a signed OAuth request!", "include_entities", "true"), oauth);

    assertThat(OAuth1.signature(base, "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw",
        "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE")).isEqualTo("hCtSmYh+iHYCEqBWrE7C7hYmtUk=");
  }

  @Test
  void everythingThatProvesUs_isASecret() {
    HttpCall call = OAuth1.sign(ApiCall.form("/x.json", Parameters.of("track", "a b").map(), "x"), CREDENTIAL,
        "https://example.org/1.1/", Instant.EPOCH);
    String header = call.headers().getLast().getValue();

    assertThat(call.uri()).hasToString("https://example.org/1.1/x.json");
    assertThat(call.body()).isEqualTo("track=a%20b");
    assertThat(call.secrets()).containsAll(CREDENTIAL.values()).contains(header);
    assertThat(call.secrets()).anyMatch(secret -> header.contains("oauth_signature=\"" + secret + "\""));
  }

  @Test
  void noTwoSignatures_areTheSame() {
    ApiCall call = ApiCall.get("/x.json", Parameters.none().map(), "x");
    assertThat(OAuth1.sign(call, CREDENTIAL, "https://example.org", Instant.EPOCH).headers())
        .isNotEqualTo(OAuth1.sign(call, CREDENTIAL, "https://example.org", Instant.EPOCH).headers());
  }

  @Test
  void credentialWithoutAValue_isTheCallersMistake() {
    assertThatThrownBy(() -> OAuth1.sign(ApiCall.get("/x", Parameters.none().map(), "x"),
        Map.of("consumer_key", "a"), "https://example.org", Instant.EPOCH)).isInstanceOf(HarvestException.class)
        .hasMessageContaining("access_token").message().doesNotContain("null");
  }
}
