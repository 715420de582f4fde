package io.nuthatch.harvest.engine;

import io.nuthatch.harvest.HarvestException;
import io.nuthatch.harvest.HarvestType;
import io.nuthatch.harvest.Reach;
import io.nuthatch.harvest.RestFlow;
import io.nuthatch.harvest.SeedProblem;
import io.nuthatch.harvest.Subject;
import io.nuthatch.model.NuthatchException;
import io.nuthatch.model.NuthatchException.Kind;
import io.nuthatch.model.message.SeedReference;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A harvest by calls: each seed in its turn, first what earlier harvests could not get, then what is new. A seed that
 * fails keeps its gap and does not hold up the others; the harvest then ends as a failure.
 */
final class RestRun {

  private static final Logger LOG = LoggerFactory.getLogger(RestRun.class);

  private final Work work;
  private final RestFlow flow;
  private final SettledSeeds settled;
  private final Function<String, List<Walk>> plan;
  private final InstantSource clock;

  /** @param plan what is to be walked for a subject */
  RestRun(Work work, RestFlow flow, SettledSeeds settled, Function<String, List<Walk>> plan,
      InstantSource clock) {
    this.work = work;
    this.flow = flow;
    this.settled = settled;
    this.plan = plan;
    this.clock = clock;
  }

  void run() {
    for (SeedReference seed : settled.unsettled(work.order().message().seeds())) {
      work.reins().check();
      HarvestType.SeedCheck check = work.order().type().seeds().check().apply(seed);
      if (check.seed() == null) {
        work.book().warn("seed_invalid", String.valueOf(check.problem()), seed.id());
        settle(seed);
      } else {
        harvest(seed, check.seed());
      }
    }
  }

  private void harvest(SeedReference seed, SeedReference proper) {
    try {
      walk(proper);
      settle(seed);
    } catch (SeedFailed e) {
      work.book().warn(code(seed, e.problem()), String.valueOf(e.getMessage()), seed.id());
      settle(seed);
    } catch (CallFailed e) {
      if (e.isForAll()) {
        throw e;
      }
      work.book().error(e.code(), String.valueOf(e.getMessage()), seed.id());
      work.evidence().commit(RunBook.NOTHING);
    } catch (Ended e) {
      throw e;
    } catch (HarvestException e) {
      // the adapter's, about what the platform answers for this seed; a disk that is full is about all of them
      if (e.kind() == Kind.FULL) {
        throw e;
      }
      work.book().error("call_failed", String.valueOf(e.getMessage()), seed.id());
      work.evidence().commit(RunBook.NOTHING);
    } catch (NuthatchException e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.warn("harvest {}: the adapter failed for a seed: {}", work.order().message().id(), work.book().trace(e));
      work.book().error("unknown_error", e.getClass().getSimpleName() + ": " + e.getMessage(), seed.id());
      work.evidence().commit(RunBook.NOTHING);
    }
  }

  private void settle(SeedReference seed) {
    work.evidence().commit(transaction -> settled.settle(transaction, seed));
  }

  private void walk(SeedReference seed) {
    RunSession session = new RunSession(work, clock, seed.id());
    Subject subject = flow.identify(seed, session);
    tellNames(seed, subject);
    for (Walk walk : plan.apply(subject.key())) {
      work.reins().check();
      session.begin(walk, subject.key());
      Reach reach = flow.walk(subject, walk.interval(), session);
      if (reach instanceof Reach.CutOff(String reason)) {
        work.book().warn("gap_unreachable", reason, seed.id());
      }
      session.end(reach);
    }
  }

  private void tellNames(SeedReference seed, Subject subject) {
    String id = seed.id();
    if (id == null) {
      return;
    }
    if (subject.token() != null && !subject.token().equals(seed.tokenText())) {
      work.book().foundToken(id, subject.token());
    }
    if (subject.uid() != null && seed.uid() == null) {
      work.book().foundUid(id, subject.uid());
    }
  }

  /** Such as {@code token_not_found}: named by what the seed was looked up by. */
  private static String code(SeedReference seed, SeedProblem problem) {
    return (seed.uid() == null ? "token_" : "uid_") + problem.name().toLowerCase(Locale.ROOT);
  }
}
