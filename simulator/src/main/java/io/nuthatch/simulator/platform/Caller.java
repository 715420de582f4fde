package io.nuthatch.simulator.platform;

/**
 * Who is calling.
 *
 * @param name the credential's, or empty for nobody in particular
 * @param quotaKey callers with the same key share a quota
 */
public record Caller(Role role, String name, String quotaKey) {

  public enum Role {
    NOBODY,
    USER,
    APPLICATION
  }

  public static final Caller NOBODY = new Caller(Role.NOBODY, "", "nobody");
}
