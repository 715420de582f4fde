package io.nuthatch.harvest.catalog;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.nuthatch.harvest.catalog.CatalogException.Reason;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Something the catalogue refuses, for a reason and in words. */
final class Refusal {

  private Refusal() {
  }

  static void of(Reason reason, String words, ThrowingCallable work) {
    assertThatExceptionOfType(CatalogException.class).isThrownBy(work).withMessageContaining(words)
        .matches(e -> e.reason() == reason, "is " + reason);
  }
}
