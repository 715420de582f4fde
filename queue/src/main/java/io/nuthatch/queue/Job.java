package io.nuthatch.queue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A job as it was taken or peeked at. The data is a copy and belongs to whoever holds this. */
public final class Job {

  private final String namespace;
  private final JobId id;
  private final long token;
  private final int attempt;
  private final byte[] data;
  private final @Nullable String lastError;

  /**
   * @param token   what the taker shows to prove its lease; 0 for a job that was only looked at
   * @param attempt how often it has been given, this time included
   */
  public Job(String namespace, JobId id, long token, int attempt, byte[] data, @Nullable String lastError) {
    this.namespace = namespace;
    this.id = id;
    this.token = token;
    this.attempt = attempt;
    this.data = data;
    this.lastError = lastError;
  }

  public String namespace() {
    return namespace;
  }

  public JobId id() {
    return id;
  }

  public Instant due() {
    return id.due();
  }

  public int attempt() {
    return attempt;
  }

  public byte[] data() {
    return data;
  }

  public String text() {
    return new String(data, StandardCharsets.UTF_8);
  }

  /** Why it was last retried or buried. */
  public @Nullable String lastError() {
    return lastError;
  }

  public Lease lease() {
    return new Lease(id, token);
  }

  @Override
  public String toString() {
    return "job " + id + " of " + namespace + ", due " + due() + ", attempt " + attempt;
  }
}
