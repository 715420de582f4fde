package io.nuthatch.simulator.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OAuth1Test {

  private static final Parameters EXAMPLE = Parameters.parse("include_entities=true")
      .and(Parameters.parse("status=Hello%20Ladies%20%2b%20Gentlemen%2c%20a%20signed%20OAuth%20request%21"))
      .and(Parameters
          .parse("oauth_consumer_key=xvz1evFS4wEEPTGEFPHBog&oauth_nonce=kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg"
              + "&oauth_signature_method=HMAC-SHA1&oauth_timestamp=1318622958&oauth_version=1.0"
              + "&oauth_token=370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb"));

  /** The example of Twitter's page on creating a signature, in the version for each of its two APIs. */
  @ParameterizedTest
  @CsvSource({"1, tnnArxj06cWHq44gCs1OSKk/jLY=", "1.1, hCtSmYh+iHYCEqBWrE7C7hYmtUk="})
  void publishedExample_givesThePublishedSignature(String version, String signature) {
    String base = OAuth1.baseString("post", "https://api.twitter.com/" + version + "/statuses/update.json", EXAMPLE);
    assertThat(base).startsWith("POST&https%3A%2F%2Fapi.twitter.com%2F" + version
        + "%2Fstatuses%2Fupdate.json&include_entities%3Dtrue%26oauth_consumer_key%3Dxvz1evFS4wEEPTGEFPHBog");
    assertThat(
        OAuth1.sign(base, "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw", "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE"))
        .isEqualTo(signature);
  }

  /** The example of RFC 5849, section 3.4.1.1, whose parameters are as awkward as can be. */
  @Test
  void exampleOfTheStandard_givesItsBaseString() {
    Parameters parameters = Parameters.parse("b5=%3D%253D&a3=a&c%40=&a2=r%20b")
        .and(Parameters.parse("c2&a3=2+q"))
        .and(OAuth1
            .parse("OAuth realm=\"Example\", oauth_consumer_key=\"9djdj82h48djs9d2\", oauth_token=\"kkk9d7dh3k39sjv7\","
                + " oauth_signature_method=\"HMAC-SHA1\", oauth_timestamp=\"137131201\", oauth_nonce=\"7d8f3e4a\","
                + " oauth_signature=\"djosJKDKJSD8743243%2Fjdk33klY%3D\""));
    assertThat(OAuth1.baseString("POST", "http://example.com/request", parameters)).isEqualTo(
        "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D"
            + "%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3D"
            + "HMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7");
  }
}
