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

  /** The name itself when it can be one; a {@link QueueException} otherwise. */
  public static String checked(String namespace) {
    if (namespace.isBlank() || namespace.length() > LONGEST_NAMESPACE) {
      throw QueueException
          .caller("a namespace has 1 to " + LONGEST_NAMESPACE + " characters, not \"" + namespace + "\"");
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
