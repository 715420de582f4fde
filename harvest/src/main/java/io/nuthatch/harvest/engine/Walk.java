package io.nuthatch.harvest.engine;

import io.nuthatch.harvest.Interval;
import org.jspecify.annotations.Nullable;

/** An interval to be walked: an open gap, or what is newer than the mark, for which there is no gap yet. */
record Walk(Interval interval, @Nullable Long gap) {
}
