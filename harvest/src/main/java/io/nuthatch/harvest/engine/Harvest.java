package io.nuthatch.harvest.engine;

import io.nuthatch.database.Database;
import io.nuthatch.harvest.FetchFlow;
import io.nuthatch.harvest.RestFlow;
import io.nuthatch.harvest.StreamFlow;
import io.nuthatch.harvest.engine.Ended.Why;
import io.nuthatch.model.NuthatchException;
import io.nuthatch.model.NuthatchException.Kind;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One harvest while a worker has it, from the first status to the last. It ends as a success only when every seed was
 * walked to its end or has a warning that says why not; a harvest that was told to stop says so.
 */
final class Harvest {

  private static final Logger LOG = LoggerFactory.getLogger(Harvest.class);

  /** What harvests are done with. */
  record Tools(Database database, HarvesterSettings settings, InstantSource clock) {
  }

  private final Tools tools;
  private final Work work;
  private final RunStore.Claimed run;

  Harvest(Tools tools, Work work, RunStore.Claimed run) {
    this.tools = tools;
    this.work = work;
    this.run = run;
  }

  /** Works until the end; a ticket when another worker shall go on. */
  Optional<RunStore.Ticket> perform() {
    RunBook book = work.book();
    if (run.isResumed()) {
      book.info("harvest_resumed", "taken up by " + tools.settings.performer().holder() + ", worker number "
          + run.epoch());
    }
    if (book.tell(RunState.RUNNING, RunBook.NOTHING)) {
      work.reins().stop();
    }
    if (run.fruitless() > tools.settings.pace().fruitless()) {
      giveUp();
      return Optional.empty();
    }
    if (run.isResumed()) {
      work.evidence().recover();
    }
    Why why = attempt();
    if (why == Why.PAUSE) {
      return Optional.of(pause());
    }
    end(why);
    return Optional.empty();
  }

  /** Whatever kept all workers from getting on may keep this one from finishing files; they stay as they are. */
  private void giveUp() {
    RunBook book = work.book();
    book.error("harvest_given_up", "taken up " + run.fruitless() + " times without anything captured", null);
    try {
      work.evidence().recover();
      work.evidence().finish();
    } catch (Ended e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.warn("harvest {} leaves files that are not finished: {}", run.arrival().id(), book.trace(e));
      book.error("warc_unfinished", String.valueOf(e.getMessage()), null);
      work.evidence().abandon();
    }
    last(RunState.FAILURE);
  }

  /** Why it ends before it is done; null when it is done, one way or the other. */
  private @Nullable Why attempt() {
    RunBook book = work.book();
    try {
      work.reins().check();
      flow();
    } catch (Ended e) {
      if (e.why() == Why.LOST) {
        throw e;
      }
      return e.why();
    } catch (CallFailed e) {
      book.error(e.code(), String.valueOf(e.getMessage()), null);
    } catch (NuthatchException e) {
      work.reins().check();
      if (e.kind() == Kind.TRANSIENT || e.kind() == Kind.FULL) {
        throw e;
      }
      failed(e);
    } catch (RuntimeException e) {
      work.reins().check();
      failed(e);
    }
    return null;
  }

  private void failed(RuntimeException e) {
    LOG.warn("harvest {} failed: {}", run.arrival().id(), work.book().trace(e));
    work.book().error("unknown_error", e.getClass().getSimpleName() + ": " + e.getMessage(), null);
  }

  private void flow() {
    SettledSeeds settled = new SettledSeeds(tools.database, run.arrival().id());
    switch (work.order().type().flow()) {
      case RestFlow rest -> new RestRun(work, rest, settled,
          subject -> tools.database.read(reading -> work.journal().plan(reading, subject)), tools.clock).run();
      case StreamFlow stream -> new StreamRun(work, stream,
          new Backfill(work, stream, () -> tools.database.read(work.journal()::silences), tools.clock),
          tools.settings.cuts(), tools.clock, run.capturedTo()).run(run.isResumed());
      case FetchFlow fetch -> new FetchRun(work, fetch, settled).run();
    }
  }

  private RunStore.Ticket pause() {
    work.evidence().finish();
    RunStore.Ticket[] ticket = new RunStore.Ticket[1];
    work.book().tell(RunState.PAUSED,
        transaction -> ticket[0] = RunStore.succession(transaction, run.arrival().id()));
    return ticket[0];
  }

  private void end(@Nullable Why why) {
    RunBook book = work.book();
    if (why == Why.STOP) {
      if (!work.order().type().isStream()) {
        long gaps = tools.database.read(work.journal()::openGaps);
        book.warn("harvest_stopped", "stopped as asked before it was done; it leaves " + gaps + " gaps", null);
      }
      book.tell(RunState.STOPPING, RunBook.NOTHING);
    }
    work.evidence().finish();
    last(book.hasErrors() ? RunState.FAILURE : RunState.SUCCESS);
  }

  private void last(RunState state) {
    Instant now = tools.clock.instant();
    work.book().tell(state, transaction -> {
      work.journal().heardAgain(transaction, now);
      if (!work.order().scope().equals(work.order().collection())) {
        work.journal().retire(transaction, "the harvest has ended, and it was not incremental", now);
      }
      work.evidence().lastLinks(transaction);
      RunStore.forget(transaction, run.arrival().id());
    });
  }
}
