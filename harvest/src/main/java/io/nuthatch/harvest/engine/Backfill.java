package io.nuthatch.harvest.engine;

import io.nuthatch.harvest.HarvestException;
import io.nuthatch.harvest.Reach;
import io.nuthatch.harvest.StreamFlow;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fills the silences of a stream by calls, beside the stream, one after the other. For one thread to start and join. */
final class Backfill {

  private static final Logger LOG = LoggerFactory.getLogger(Backfill.class);

  /** A stream does not say everything in the order of time: some of what came before its last word may be missing. */
  private static final Duration MARGIN = Duration.ofMinutes(1);

  private final Work work;
  private final StreamFlow flow;
  private final Supplier<List<Gap>> silences;
  private final InstantSource clock;
  private @Nullable Thread thread;

  Backfill(Work work, StreamFlow flow, Supplier<List<Gap>> silences, InstantSource clock) {
    this.work = work;
    this.flow = flow;
    this.silences = silences;
    this.clock = clock;
  }

  /** Begins with what there is to fill, unless it is being done. */
  void start() {
    Thread before = thread;
    if (before == null || !before.isAlive()) {
      thread = Thread.ofVirtual().name("backfill-" + work.order().message().id()).start(this::run);
    }
  }

  void join() {
    Thread running = thread;
    if (running != null) {
      try {
        running.join();
      } catch (InterruptedException e) {
        work.reins().lose();
        Thread.currentThread().interrupt();
      }
    }
  }

  private void run() {
    try {
      for (Gap gap : silences.get()) {
        fill(gap);
      }
    } catch (Ended e) {
      LOG.debug("filling a gap ends here: {}", e.why());
    } catch (HarvestException e) {
      work.book().warn("backfill_failed", String.valueOf(e.getMessage()), null);
    } catch (RuntimeException e) {
      LOG.warn("harvest {}: a gap could not be filled: {}", work.order().message().id(), work.book().trace(e));
      work.book().warn("backfill_failed", e.getClass().getSimpleName() + ": " + e.getMessage(), null);
    }
  }

  private void fill(Gap gap) {
    Reach reach = flow.backfill(work.order().message().seeds(), Objects.requireNonNull(gap.from()).minus(MARGIN),
        Objects.requireNonNull(gap.to()), new RunSession(work, clock, null));
    Instant now = clock.instant();
    switch (reach) {
      case Reach.Whole _ -> work.evidence().commit(transaction -> work.journal().close(transaction, gap.id(), now));
      case Reach.CutOff(String reason) -> {
        work.book().warn("gap_unreachable", reason, null);
        work.evidence().commit(transaction -> work.journal().leave(transaction, gap.id(), reason, now));
      }
    }
  }
}
