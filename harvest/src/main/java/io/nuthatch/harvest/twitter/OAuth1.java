package io.nuthatch.harvest.twitter;

import io.nuthatch.harvest.ApiCall;
import io.nuthatch.harvest.HarvestException;
import io.nuthatch.harvest.HttpCall;
import io.nuthatch.harvest.Parameters;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs calls as RFC 5849 has it, with HMAC-SHA1 and the signature in the Authorization header. */
public final class OAuth1 {

  public static final String CONSUMER_KEY = "consumer_key";
  public static final String CONSUMER_SECRET = "consumer_secret";
  public static final String ACCESS_TOKEN = "access_token";
  public static final String ACCESS_TOKEN_SECRET = "access_token_secret";

  private static final SecureRandom RANDOM = new SecureRandom();

  private OAuth1() {
  }

  /** The call with its signature, made with the four values of a credential. */
  public static HttpCall sign(ApiCall call, Map<String, String> credential, String baseUrl, Instant now) {
    byte[] nonce = new byte[16];
    RANDOM.nextBytes(nonce);
    String url = HttpCall.url(call, baseUrl);
    SortedMap<String, String> oauth = new TreeMap<>();
    oauth.put("oauth_consumer_key", value(credential, CONSUMER_KEY));
    oauth.put("oauth_nonce", HexFormat.of().formatHex(nonce));
    oauth.put("oauth_signature_method", "HMAC-SHA1");
    oauth.put("oauth_timestamp", Long.toString(now.getEpochSecond()));
    oauth.put("oauth_token", value(credential, ACCESS_TOKEN));
    oauth.put("oauth_version", "1.0");
    oauth.put("oauth_signature", signature(base(call.method(), url, call.parameters(), oauth),
        value(credential, CONSUMER_SECRET), value(credential, ACCESS_TOKEN_SECRET)));
    String header = oauth.entrySet().stream()
        .map(part -> part.getKey() + "=\"" + Parameters.encoded(part.getValue()) + "\"")
        .collect(Collectors.joining(", ", "OAuth ", ""));
    return HttpCall.unsigned(call, baseUrl).with("Authorization", header, credential.values())
        .hiding(Set.of(header, oauth.get("oauth_signature")));
  }

  /** What is signed: method, address, and the parameters of the call and the protocol in their order. */
  static String base(String method, String url, Map<String, String> parameters, Map<String, String> oauth) {
    List<String> pairs = new ArrayList<>();
    parameters.forEach((name, value) -> pairs.add(Parameters.encoded(name) + "\0" + Parameters.encoded(value)));
    oauth.forEach((name, value) -> pairs.add(Parameters.encoded(name) + "\0" + Parameters.encoded(value)));
    // Sorted by name and then by value: what parts them must be less than anything in them.
    Collections.sort(pairs);
    return method + "&" + Parameters.encoded(url) + "&"
        + Parameters.encoded(String.join("&", pairs).replace('\0', '='));
  }

  static String signature(String base, String consumerSecret, String tokenSecret) {
    try {
      Mac mac = Mac.getInstance("HmacSHA1");
      String key = Parameters.encoded(consumerSecret) + "&" + Parameters.encoded(tokenSecret);
      mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.US_ASCII), "HmacSHA1"));
      return Base64.getEncoder().encodeToString(mac.doFinal(base.getBytes(StandardCharsets.US_ASCII)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA1", e);
    }
  }

  private static String value(Map<String, String> credential, String name) {
    String value = credential.get(name);
    if (value == null || value.isEmpty()) {
      throw HarvestException.caller("the credential has no " + name + "; enter it, it is needed to sign calls");
    }
    return value;
  }
}
