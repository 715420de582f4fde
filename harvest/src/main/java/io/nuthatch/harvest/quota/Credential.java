package io.nuthatch.harvest.quota;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a platform knows us by. Its key is a digest of the values, so that the same credential is the same quota
 * whichever way it came; neither key nor text shows a value.
 *
 * @param label what people call it: its id in the catalogue
 */
public record Credential(String key, String label, Map<String, String> values) {

  private static final int KEY_LENGTH = 32;

  public Credential {
    values = Map.copyOf(values);
  }

  public static Credential of(String platform, String label, Map<String, String> values) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(platform.getBytes(StandardCharsets.UTF_8));
      new TreeMap<>(values).forEach((name, value) -> {
        digest.update((byte) 0);
        digest.update((name + '=' + value).getBytes(StandardCharsets.UTF_8));
      });
      return new Credential(HexFormat.of().formatHex(digest.digest()).substring(0, KEY_LENGTH), label, values);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return "credential " + label;
  }
}
