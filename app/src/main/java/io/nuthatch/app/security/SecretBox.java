package io.nuthatch.app.security;

import io.nuthatch.app.AppException;
import io.nuthatch.model.NuthatchException.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Keeps secrets at rest under AES-256-GCM. What is sealed for one purpose opens for that purpose only, and any change
 * to it is noticed.
 *
 * <p>The key is 32 bytes in Base64: from {@code NUTHATCH_SECRET_KEY}, or from a file only its owner can read, made on
 * first use. Whoever loses the key loses what was sealed with it; it belongs in the backup, apart from the data.
 */
public final class SecretBox {

  private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");
  private static final int NONCE = 12;
  private static final int TAG_BITS = 128;
  /** First byte of what is sealed; another layout gets another number. */
  private static final byte VERSION = 1;

  private final SecretKey key;

  private SecretBox(byte[] key) {
    this.key = new SecretKeySpec(key, "AES");
  }

  /** The box with the key of the environment, or of the file, which is made if there is none. */
  public static SecretBox open(@Nullable String environmentKey, Path file) {
    if (environmentKey != null) {
      return new SecretBox(decode(environmentKey, "NUTHATCH_SECRET_KEY"));
    }
    try {
      makeIfMissing(file);
      if (!OWNER_ONLY.containsAll(Files.getPosixFilePermissions(file))) {
        throw new AppException(Kind.CALLER,
            "the key file " + file + " can be read by others; run: chmod 600 " + file, null);
      }
      return new SecretBox(decode(Files.readString(file).strip(), "the key file " + file));
    } catch (IOException e) {
      throw new AppException(Kind.CALLER, "cannot read or make the key file " + file + ": " + e, e);
    }
  }

  private static void makeIfMissing(Path file) throws IOException {
    if (Files.exists(file)) {
      return;
    }
    Path made = file.resolveSibling(file.getFileName() + "." + Secret.id());
    Files.createFile(made, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    Files.writeString(made, Base64.getEncoder().encodeToString(Secret.bytes(32)) + "\n", StandardOpenOption.SYNC);
    try {
      Files.createLink(file, made);
    } catch (FileAlreadyExistsException e) {
      // another process made it between the look and the link: its key counts
    } finally {
      Files.delete(made);
    }
  }

  private static byte[] decode(String text, String origin) {
    try {
      byte[] key = Base64.getDecoder().decode(text);
      if (key.length == 32) {
        return key;
      }
    } catch (IllegalArgumentException e) {
      // said below, without the text
    }
    throw new AppException(Kind.CALLER,
        origin + " is not a key: expected 32 bytes in Base64 (make one with: openssl rand -base64 32)", null);
  }

  public byte[] seal(String purpose, byte[] plain) {
    try {
      byte[] nonce = Secret.bytes(NONCE);
      Cipher cipher = cipher(Cipher.ENCRYPT_MODE, purpose, nonce);
      byte[] sealed = new byte[1 + NONCE + cipher.getOutputSize(plain.length)];
      sealed[0] = VERSION;
      System.arraycopy(nonce, 0, sealed, 1, NONCE);
      cipher.doFinal(plain, 0, plain.length, sealed, 1 + NONCE);
      return sealed;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has AES-GCM", e);
    }
  }

  /** What was sealed, or nothing when it was sealed for another purpose, with another key, or changed since. */
  public Optional<byte[]> open(String purpose, byte[] sealed) {
    if (sealed.length < 1 + NONCE + TAG_BITS / 8 || sealed[0] != VERSION) {
      return Optional.empty();
    }
    try {
      byte[] nonce = new byte[NONCE];
      System.arraycopy(sealed, 1, nonce, 0, NONCE);
      return Optional.of(cipher(Cipher.DECRYPT_MODE, purpose, nonce).doFinal(sealed, 1 + NONCE,
          sealed.length - 1 - NONCE));
    } catch (AEADBadTagException e) {
      return Optional.empty();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has AES-GCM", e);
    }
  }

  private Cipher cipher(int mode, String purpose, byte[] nonce) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(purpose.getBytes(StandardCharsets.UTF_8));
    return cipher;
  }
}
