package io.nuthatch.harvest.quota;

import io.nuthatch.harvest.QuotaReading;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The right to make one call under a credential. Closed when the call is over, however it ended. */
public final class Turn implements AutoCloseable {

  private final CredentialPool pool;
  private final Account account;
  private boolean closed;

  Turn(CredentialPool pool, Account account) {
    this.pool = pool;
    this.account = account;
  }

  public Credential credential() {
    return account.credential;
  }

  /** What the platform said of its quota; times by the clock of this node. */
  public void heard(QuotaReading reading) {
    pool.heard(account, reading);
  }

  /** Too many calls: nobody asks again before the time, or before a growing pause if the platform gave none. */
  public void refused(@Nullable Instant until) {
    pool.refused(account, until);
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      pool.finished(account);
    }
  }
}
