package io.nuthatch.app.security;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * Random secrets and the hashes they are stored as. A secret made here has 256 bits, so a plain SHA-256 is enough to
 * make the stored form useless to a thief; passwords go through {@link Passwords} instead.
 */
final class Secret {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

  private Secret() {
  }

  static String random(String prefix) {
    return prefix + TEXT.encodeToString(bytes(32));
  }

  /** A short random name, unique for all practical purposes, that reveals nothing. */
  static String id() {
    return TEXT.encodeToString(bytes(9)).replace('-', 'x').replace('_', 'y');
  }

  static byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  static byte[] hash(String secret) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  static boolean same(String a, String b) {
    return MessageDigest.isEqual(hash(a), hash(b));
  }
}
