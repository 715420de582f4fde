package io.nuthatch.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nuthatch.database.DatabaseException.Reason;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Expected failures, by their reason and a part of their message. */
public final class Failure {

  private Failure() {
  }

  public static DatabaseException of(Reason reason, String part, ThrowingCallable call) {
    DatabaseException failure = catchThrowableOfType(DatabaseException.class, call);
    assertThat(failure).as("expected to fail with %s", reason).isNotNull();
    assertThat(failure.reason()).as(failure.toString()).isEqualTo(reason);
    assertThat(failure).hasMessageContaining(part);
    return failure;
  }
}
