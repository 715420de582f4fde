package io.nuthatch.queue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;

/**
 * A job to be scheduled. The data is the caller's; it is not copied here and must not change until the call returns.
 */
public final class NewJob {

  private static final int LONGEST_NAMESPACE = 200;

  private final String namespace;
  private final byte[] data;
  private final Duration delay;

  private NewJob(String namespace, byte[] data, Duration delay) {
    this.namespace = checked(namespace);
    this.data = Objects.requireNonNull(data, "data");
    this.delay = delay;
    if (delay.isNegative() || delay.compareTo(JobQueue.LONGEST_DELAY) > 0) {
      throw QueueException
          .caller("the delay of a job is between nothing and " + JobQueue.LONGEST_DELAY + ", not " + delay);
    }
  }

  public static NewJob in(String namespace, byte[] data, Duration delay) {
    return new NewJob(namespace, data, delay);
  }

  public static NewJob in(String namespace, String data, Duration delay) {
    return new NewJob(namespace, data.getBytes(StandardCharsets.UTF_8), delay);
  }

  public static NewJob now(String namespace, byte[] data) {
    return new NewJob(namespace, data, Duration.ZERO);
  }

  /**
   * The name itself when it can be one; a {@link QueueException} otherwise. Names can stand in a file, a routing key and
   * the path of a web address as they are.
   */
  public static String checked(String namespace) {
    boolean good = !namespace.isEmpty() && namespace.length() <= LONGEST_NAMESPACE && word(namespace.charAt(0));
    for (int i = 1; good && i < namespace.length(); i++) {
      char c = namespace.charAt(i);
      good = word(c) || c == '.' || c == ':' || c == '-';
    }
    if (!good) {
      throw QueueException.caller("a namespace has 1 to 200 letters, digits, dots, colons, dashes and underscores and"
          + " begins with a letter, digit or underscore; \"" + namespace + "\" does not");
    }
    return namespace;
  }

  private static boolean word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }

  public String namespace() {
    return namespace;
  }

  public byte[] data() {
    return data;
  }

  public Duration delay() {
    return delay;
  }
}
