package io.nuthatch.archive;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The digest of records and files. Written in Base32, as the standard's examples are; read in Base32 and in hexadecimal. */
final class Sha1 {

  static final int LENGTH = 20;

  private static final String LABEL = "sha1:";
  private static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

  private Sha1() {
  }

  static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  static MessageDigest copy(MessageDigest digest) {
    try {
      return (MessageDigest) digest.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Of bytes one after the other. */
  static byte[] of(byte[]... parts) {
    MessageDigest digest = digest();
    for (byte[] part : parts) {
      digest.update(part);
    }
    return digest.digest();
  }

  static String hex(byte[] digest) {
    return HexFormat.of().formatHex(digest);
  }

  /** As it stands in a record's header. */
  static String field(byte[] digest) {
    char[] text = new char[LABEL.length() + LENGTH * 8 / 5];
    LABEL.getChars(0, LABEL.length(), text, 0);
    int at = LABEL.length();
    for (int i = 0; i < LENGTH; i += 5) {
      long bits = 0;
      for (int j = 0; j < 5; j++) {
        bits = bits << 8 | (digest[i + j] & 0xff);
      }
      for (int shift = 35; shift >= 0; shift -= 5) {
        text[at++] = BASE32.charAt((int) (bits >> shift) & 31);
      }
    }
    return new String(text);
  }

  /** From a record's header in either encoding; null if it is another algorithm's or none. */
  static byte @Nullable [] parse(@Nullable String field) {
    if (field == null || !field.toLowerCase(Locale.ROOT).startsWith(LABEL)) {
      return null;
    }
    String value = field.substring(LABEL.length()).trim();
    try {
      return value.length() == 2 * LENGTH ? HexFormat.of().parseHex(value) : fromBase32(value);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static byte @Nullable [] fromBase32(String value) {
    if (value.length() != LENGTH * 8 / 5) {
      return null;
    }
    byte[] digest = new byte[LENGTH];
    for (int i = 0; i < LENGTH / 5; i++) {
      long bits = 0;
      for (int j = 0; j < 8; j++) {
        int digit = BASE32.indexOf(Character.toUpperCase(value.charAt(8 * i + j)));
        if (digit < 0) {
          return null;
        }
        bits = bits << 5 | digit;
      }
      for (int j = 0; j < 5; j++) {
        digest[5 * i + j] = (byte) (bits >> (8 * (4 - j)));
      }
    }
    return digest;
  }
}
