package io.nuthatch.app.settings;

import java.util.Locale;

/**
 * One thing that can be set: its key, what it takes, what it is when nobody says, and what it means. A {@code *} in the
 * key stands for a name of the user's choice.
 *
 * @param initial the default as text; empty means "not set"
 */
public record Setting<T>(String key, Kind<T> kind, String initial, boolean secret, String meaning) {

  static <T> Setting<T> of(String key, Kind<T> kind, String initial, String meaning) {
    return new Setting<>(key, kind, initial, false, meaning);
  }

  Setting<T> asSecret() {
    return new Setting<>(key, kind, initial, true, meaning);
  }

  /** {@code http.max-body} is {@code NUTHATCH_HTTP_MAX_BODY} in the environment. */
  public String variable() {
    return variable(key);
  }

  static String variable(String key) {
    return "NUTHATCH_" + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  boolean isFamily() {
    return key.contains("*");
  }

  /** Whether a key of the user's is this one, or one of this family. */
  boolean covers(String candidate) {
    if (!isFamily()) {
      return key.equals(candidate);
    }
    int star = key.indexOf('*');
    String before = key.substring(0, star);
    String after = key.substring(star + 1);
    return candidate.length() > before.length() + after.length() && candidate.startsWith(before)
        && candidate.endsWith(after) && nameIn(candidate).matches("[a-z0-9-]+");
  }

  /** What stands for the {@code *} in a key of this family. */
  String nameIn(String candidate) {
    int star = key.indexOf('*');
    return candidate.substring(star, candidate.length() - (key.length() - star - 1));
  }
}
