package io.nuthatch.app.security;

import com.password4j.Argon2Function;
import com.password4j.Password;
import com.password4j.types.Argon2;
import io.nuthatch.app.Problem;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Passwords as Argon2id hashes (19 MiB, two passes: the OWASP minimum). At most a few are computed at once, so that a
 * flood of sign-ins cannot take all memory and cores.
 */
final class Passwords {

  static final int LEAST_LENGTH = 10;
  static final int GREATEST_LENGTH = 200;

  private static final Argon2Function ARGON2 = Argon2Function.getInstance(19 * 1024, 2, 1, 32, Argon2.ID);

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Semaphore atOnce = new Semaphore(2, true);
  /** What an unknown name is checked against, so that it takes as long as a known one. */
  private final String nobody = hash(Secret.random(""));

  String hash(String password) {
    return limited(() -> Password.hash(password).addRandomSalt(16).with(ARGON2).getResult());
  }

  /** Whether the password belongs to the hash; no hash takes as long and is false. */
  boolean check(String password, @Nullable String hash) {
    boolean matches = limited(
        () -> Password.check(password, hash == null ? nobody : hash).with(Argon2Function.getInstanceFromHash(
            hash == null ? nobody : hash)));
    return matches && hash != null;
  }

  private <T> T limited(Supplier<T> work) {
    try {
      if (!atOnce.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw Problem.of(Problem.Type.UNAVAILABLE, "too many passwords are being checked; try again in a moment");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Problem.of(Problem.Type.UNAVAILABLE, "interrupted while waiting to check a password", e);
    }
    try {
      return work.get();
    } finally {
      atOnce.release();
    }
  }
}
