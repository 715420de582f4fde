package io.nuthatch.harvest.engine;

import io.nuthatch.harvest.FetchFlow;
import io.nuthatch.harvest.Recording;
import io.nuthatch.harvest.capture.Capture;
import io.nuthatch.model.message.SeedReference;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A harvest of the web: exchanges are recorded as they come, and each seed is settled for good when it is done with. */
final class FetchRun implements Recording {

  /** Recorded like everything, and not what anybody collects. */
  private static final String ROBOTS = "/robots.txt";

  private final Work work;
  private final FetchFlow flow;
  private final SettledSeeds settled;

  FetchRun(Work work, FetchFlow flow, SettledSeeds settled) {
    this.work = work;
    this.flow = flow;
    this.settled = settled;
  }

  void run() {
    List<SeedReference> seeds = work.order().message().seeds();
    flow.fetch(settled.unsettled(seeds), this);
    int left = settled.unsettled(seeds).size();
    if (left > 0) {
      work.reins().check();
      work.book().error("seeds_left", left + " seeds were left without a result", null);
    }
  }

  @Override
  public void record(Capture capture) {
    apart(() -> Exchanges.with(capture, exchange -> work.evidence().appendOnce(exchange, capture.secrets())));
    boolean found = capture.status() / 100 == 2 && !ROBOTS.equals(capture.uri().getPath());
    work.book().count(work.order().type().itemLabel(), found ? 1 : 0);
  }

  /** On a thread of its own: a fetch that is ended by an interrupt must not take the file with it that it writes to. */
  private static void apart(Runnable write) {
    FutureTask<Boolean> task = new FutureTask<>(write, true);
    Thread.ofVirtual().start(task);
    boolean interrupted = false;
    try {
      while (!task.isDone()) {
        try {
          task.get();
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          break;
        }
      }
      if (task.state() == Future.State.FAILED) {
        throw task.exceptionNow() instanceof RuntimeException known
            ? known
            : new IllegalStateException(task.exceptionNow());
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void settled(SeedReference seed) {
    apart(() -> work.evidence().commit(transaction -> settled.settle(transaction, seed)));
  }

  @Override
  public void warn(String code, String message, @Nullable String seedId) {
    work.book().warn(code, message, seedId);
  }

  @Override
  public Map<String, JsonNode> options() {
    return work.order().options();
  }

  @Override
  public void checkStopped() {
    work.book().tellIfDue();
    work.reins().check();
  }
}
