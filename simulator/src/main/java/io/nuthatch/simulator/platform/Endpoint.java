package io.nuthatch.simulator.platform;

import java.util.Set;

/**
 * One thing a platform can be asked.
 *
 * @param path a template such as {@code /2/users/:id/tweets}; a last {@code *} stands for one segment or more
 * @param family endpoints of one family share a quota
 */
public record Endpoint(Set<String> methods, String path, String family, Access access, Quota quota, Answer answer) {

  /** Answers one call. */
  @FunctionalInterface
  public interface Answer {

    Reply answer(Call call);
  }

  public static Endpoint get(String path, Access access, Quota quota, Answer answer) {
    return new Endpoint(Set.of("GET"), path, path, access, quota, answer);
  }

  public static Endpoint post(String path, Access access, Quota quota, Answer answer) {
    return new Endpoint(Set.of("POST"), path, path, access, quota, answer);
  }

  /** The same answer for GET and POST. */
  public static Endpoint either(String path, Access access, Quota quota, Answer answer) {
    return new Endpoint(Set.of("GET", "POST"), path, path, access, quota, answer);
  }

  /** Another name for the quota, as the platform's documents or headers use it. */
  public Endpoint family(String name) {
    return new Endpoint(methods, path, name, access, quota, answer);
  }
}
