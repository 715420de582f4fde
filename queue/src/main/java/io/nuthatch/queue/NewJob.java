package io.nuthatch.queue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A job to be scheduled. The data is the caller's; it is not copied here and must not change until the call returns.
 */
public final class NewJob {

  /** Names that can stand in a file, a routing key and the path of a web address as they are. */
  private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._:-]{0,199}");

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

  /** The name itself when it can be one; a {@link QueueException} otherwise. */
  public static String checked(String namespace) {
    if (!NAMESPACE.matcher(namespace).matches()) {
      throw QueueException.caller("a namespace has 1 to 200 letters, digits, dots, colons, dashes and underscores and"
          + " begins with a letter, digit or underscore; \"" + namespace + "\" does not");
    }
    return namespace;
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
