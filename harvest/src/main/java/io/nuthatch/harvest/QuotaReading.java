package io.nuthatch.harvest;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a platform says of its quota: how many calls a window has, how many are left, when the next window begins. */
public record QuotaReading(long limit, long remaining, @Nullable Instant reset) {

  public static final QuotaReading NONE = new QuotaReading(-1, -1, null);
}
