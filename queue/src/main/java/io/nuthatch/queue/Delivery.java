package io.nuthatch.queue;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message in a consumer's hands. It is settled once: acknowledged, given back, or rejected; what comes later is
 * ignored.
 */
public interface Delivery {

  String queue();

  Message message();

  /** How often it has been delivered, this time included. */
  int count();

  /** When it stops being of use; consumers of work with a lease check it. */
  @Nullable
  Instant expiresAt();

  /** Why it is a dead letter. */
  @Nullable
  String reason();

  /** The work is done or has become durable elsewhere. */
  void acknowledge();

  /** Gives it back to be delivered again; past the queue's limit it becomes a dead letter. */
  void giveBack(String reason);

  /** No consumer can use it: it becomes a dead letter at once. */
  void reject(String reason);
}
