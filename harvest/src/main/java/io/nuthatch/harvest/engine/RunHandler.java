package io.nuthatch.harvest.engine;

import io.nuthatch.harvest.CredentialSource;
import io.nuthatch.harvest.HarvestException;
import io.nuthatch.harvest.Sealing;
import io.nuthatch.harvest.quota.Claimant;
import io.nuthatch.model.NuthatchException.Kind;
import io.nuthatch.queue.BackoffPolicy;
import io.nuthatch.queue.Job;
import io.nuthatch.queue.JobHandler;
import io.nuthatch.queue.JobOutcome;
import io.nuthatch.queue.JobQueue;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes jobs: each is a harvest to be begun or gone on with. The job stays until the harvest has ended or has a job that
 * takes its place.
 */
final class RunHandler implements JobHandler {

  /*
   * Attempts. The queue buries a job that was given too often, but a harvest may be taken up any number of times as long
   * as it gets on. So a job that was given a few times is replaced by a new one; how often a harvest was taken up in
   * vain is counted in its own row.
   */

  private static final Logger LOG = LoggerFactory.getLogger(RunHandler.class);
  private static final int RENEW_AT = 5;

  /** What a worker needs to make a run out of a row. */
  record Workshop(Harvest.Tools tools, RunBook.Voice voice, Evidence.Desk desk, Caller.Line line, Orders orders,
      Secrets secrets) {
  }

  /** How messages are opened, and where credentials come from. */
  record Secrets(Sealing sealing, CredentialSource credentials) {
  }

  private final Workshop shop;
  private final RunStore store;
  private final JobQueue jobs;
  private final Live live;
  private final BackoffPolicy again = BackoffPolicy.usual();

  RunHandler(Workshop shop, RunStore store, JobQueue jobs, Live live) {
    this.shop = shop;
    this.store = store;
    this.jobs = jobs;
    this.live = live;
  }

  @Override
  public JobOutcome handle(Job job) {
    RunStore.Ticket ticket = RunStore.Ticket.of(job);
    if (live.isClosing()) {
      return new JobOutcome.Again(Duration.ZERO, "the node is being closed");
    }
    if (job.attempt() >= RENEW_AT) {
      store.renew(ticket).ifPresent(next -> jobs.schedule(job.namespace(), next.data(), Duration.ZERO));
      return JobOutcome.DONE;
    }
    Optional<RunStore.Claimed> claimed = store.claim(ticket, shop.tools.settings().performer(),
        shop.tools.clock().instant());
    if (claimed.isEmpty()) {
      return JobOutcome.DONE;
    }
    Reins reins = new Reins(shop.tools.clock());
    live.enter(ticket.run(), reins);
    try {
      run(claimed.get(), reins).ifPresent(next -> jobs.schedule(job.namespace(), next.data(), Duration.ZERO));
      return JobOutcome.DONE;
    } catch (Ended e) {
      LOG.info("harvest {} goes to another worker", ticket.run());
      return new JobOutcome.Again(Duration.ZERO, "the worker lost it");
    } catch (RuntimeException e) {
      return new JobOutcome.Again(again.after((int) claimed.get().fruitless(), ThreadLocalRandom.current()),
          e.getClass().getSimpleName());
    } finally {
      live.leave(ticket.run(), reins);
    }
  }

  private Optional<RunStore.Ticket> run(RunStore.Claimed run, Reins reins) {
    RunBook book = RunBook.open(shop.tools.database(), shop.voice, run);
    reins.whileResting(book::tellIfDue);
    Order order;
    Keys keys;
    try {
      order = shop.orders.read(run.arrival().startKey(), shop.secrets.sealing.open(run.arrival().sealed()));
      keys = Keys.of(order, shop.secrets.credentials);
    } catch (HarvestException e) {
      if (e.kind() == Kind.TRANSIENT) {
        throw e;
      }
      book.error(e instanceof Refusal refusal ? refusal.code() : "unknown_error", String.valueOf(e.getMessage()), null);
      book.tell(RunState.FAILURE, transaction -> RunStore.forget(transaction, run.arrival().id()));
      return Optional.empty();
    }
    book.conceal(keys.secrets());
    Evidence evidence = new Evidence(shop.desk, order, book, reins);
    evidence.conceal(keys.secrets());
    HarvesterSettings settings = shop.tools.settings();
    String baseUrl = settings.baseUrls().getOrDefault(order.adapter().platform(), order.adapter().defaultBaseUrl());
    Caller caller = new Caller(order.adapter(), baseUrl, new Claimant(order.collection(), keys.credentials()),
        shop.line,
        new Caller.Tries(settings.pace().tries(), settings.pace().backoff()), reins);
    Work work = new Work(order, book, evidence, new Journal(order.scope(), run.arrival().id()), caller, reins);
    try {
      return new Harvest(shop.tools, work, run).perform();
    } catch (Ended e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.warn("harvest {} could not go on and is taken up again: {}", run.arrival().id(), book.trace(e));
      throw e;
    } finally {
      evidence.abandon();
    }
  }
}
