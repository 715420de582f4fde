package io.nuthatch.harvest;

import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * A call to a platform before it is signed. Parameters go into the query, or into the body of a form.
 *
 * @param path below the platform's base URL, or a whole URL
 * @param family the calls that share one quota with this one, in the platform's words: {@code /statuses/user_timeline}
 * @param body JSON, or null
 */
public record ApiCall(String method, String path, SequencedMap<String, String> parameters, String family,
    @Nullable String body) {

  public static ApiCall get(String path, SequencedMap<String, String> parameters, String family) {
    return new ApiCall("GET", path, parameters, family, null);
  }

  /** A POST whose parameters are its body. */
  public static ApiCall form(String path, SequencedMap<String, String> parameters, String family) {
    return new ApiCall("POST", path, parameters, family, null);
  }

  public boolean isForm() {
    return method.equals("POST") && body == null;
  }

  /** A parameter, or null. */
  public @Nullable String parameter(String name) {
    return ((Map<String, String>) parameters).get(name);
  }
}
