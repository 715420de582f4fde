package io.nuthatch.simulator.platform.twitter;

import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Credential;
import io.nuthatch.simulator.platform.Credentials;
import io.nuthatch.simulator.platform.Reply;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code POST /oauth2/token}: an application's bearer token for its key and secret. */
public final class AppTokens {

  private static final String BASIC = "Basic ";

  private final Credentials credentials;

  public AppTokens(Credentials credentials) {
    this.credentials = credentials;
  }

  public Reply answer(Call call) {
    if (!call.parameters().text("grant_type").equals(Optional.of("client_credentials"))) {
      return refused(170, "Missing required parameter: grant_type");
    }
    Optional<Credential> credential = call.incoming()
        .header("authorization")
        .filter(header -> header.startsWith(BASIC))
        .flatMap(header -> named(header.substring(BASIC.length())));
    if (credential.isEmpty()) {
      return refused(99, "Unable to verify your credentials");
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("token_type", "bearer");
    answer.put("access_token", credential.get().bearerToken());
    return Reply.json(200, answer);
  }

  private Optional<Credential> named(String encoded) {
    try {
      String[] parts = new String(Base64.getDecoder().decode(encoded.strip()), StandardCharsets.UTF_8).split(":", 2);
      return credentials.byConsumerKey(parts[0])
          .filter(known -> parts.length == 2 && known.consumerSecret().equals(parts[1])
              && !credentials.isRevoked(known.name()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Reply refused(int code, String message) {
    Map<String, Object> error = new LinkedHashMap<>();
    error.put("code", code);
    error.put("message", message);
    error.put("label", "authenticity_token_error");
    return Reply.json(403, Map.of("errors", List.of(error)));
  }
}
