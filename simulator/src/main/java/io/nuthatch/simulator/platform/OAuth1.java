package io.nuthatch.simulator.platform;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** OAuth 1.0a with HMAC-SHA1 as in RFC 5849, the platform's side and, for tests, the client's. */
public final class OAuth1 {

  private static final String SCHEME = "OAuth ";

  private OAuth1() {
  }

  /** The base string that both sides sign: method, address without query, and all parameters but the signature. */
  public static String baseString(String method, String url, Parameters parameters) {
    List<String> pairs = new ArrayList<>();
    for (var pair : parameters.pairs()) {
      if (!pair.getKey().equals("oauth_signature") && !pair.getKey().equals("realm")) {
        pairs.add(encode(pair.getKey()) + "=" + encode(pair.getValue()));
      }
    }
    // '=' sorts above some letters a name may go on with; by name and then by value is what the rule says.
    pairs.sort((a, b) -> a.replace('=', '\0').compareTo(b.replace('=', '\0')));
    return method.toUpperCase(Locale.ROOT) + "&" + encode(url) + "&" + encode(String.join("&", pairs));
  }

  public static String sign(String baseString, String consumerSecret, String tokenSecret) {
    try {
      Mac mac = Mac.getInstance("HmacSHA1");
      String key = encode(consumerSecret) + "&" + encode(tokenSecret);
      mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.US_ASCII), "HmacSHA1"));
      return Base64.getEncoder().encodeToString(mac.doFinal(baseString.getBytes(StandardCharsets.US_ASCII)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA1", e);
    }
  }

  /** The Authorization header of a signed call. */
  public static String header(Credential credential, String method, String url, Parameters parameters, String nonce,
      long timestamp) {
    Map<String, String> oauth = new LinkedHashMap<>();
    oauth.put("oauth_consumer_key", credential.consumerKey());
    oauth.put("oauth_nonce", nonce);
    oauth.put("oauth_signature_method", "HMAC-SHA1");
    oauth.put("oauth_timestamp", Long.toString(timestamp));
    oauth.put("oauth_token", credential.token());
    oauth.put("oauth_version", "1.0");
    String base = baseString(method, url, parameters.and(new Parameters(List.copyOf(oauth.entrySet()))));
    oauth.put("oauth_signature", sign(base, credential.consumerSecret(), credential.tokenSecret()));
    return SCHEME + oauth.entrySet()
        .stream()
        .map(part -> encode(part.getKey()) + "=\"" + encode(part.getValue()) + "\"")
        .collect(Collectors.joining(", "));
  }

  /** The parameters that stand in an Authorization header. */
  static Parameters parse(String header) {
    List<String> pairs = new ArrayList<>();
    for (String part : header.substring(SCHEME.length()).split(",", -1)) {
      pairs.add(part.strip().replace("\"", "").replace("+", "%2B"));
    }
    return Parameters.parse(String.join("&", pairs));
  }

  static boolean isOAuth1(String header) {
    return header.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
  }

  /** Percent encoding as RFC 3986 has it, which is not that of forms. */
  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace("*", "%2A").replace("%7E", "~");
  }
}
