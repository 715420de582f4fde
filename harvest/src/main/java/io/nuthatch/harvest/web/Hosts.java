package io.nuthatch.harvest.web;

import io.nuthatch.harvest.Recording;
import io.nuthatch.harvest.capture.CallScope;
import io.nuthatch.model.message.SeedReference;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The hosts of one harvest and the steps that wait for them. Workers take the host that has rested longest beyond its
 * pause, do its next step, and put it back to rest.
 */
final class Hosts {

  private static final long LOOK_UP_MILLIS = 200;

  /** Does a step at a host; says how long to leave the host alone. */
  interface Work {

    Duration make(Host host, Step step);
  }

  private final Map<String, Host> byName = new ConcurrentHashMap<>();
  private final DelayQueue<Host> due = new DelayQueue<>();
  private final CompletableFuture<Void> end = new CompletableFuture<>();
  private final WebSettings settings;
  private final Recording recording;
  private final AtomicInteger unsettled;

  Hosts(WebSettings settings, Recording recording, int urls) {
    this.settings = settings;
    this.recording = recording;
    unsettled = new AtomicInteger(urls);
    if (urls == 0) {
      end.complete(null);
    }
  }

  void add(Step step, boolean first) {
    Host host = byName.computeIfAbsent(name(step.uri()), name -> new Host());
    if (host.add(step, first)) {
      due.add(host);
    }
  }

  /** With its port if that is not the usual one, whatever the scheme. */
  private static String name(URI uri) {
    return uri.getRawAuthority();
  }

  void settle(Step step) {
    for (SeedReference seed : step.seeds()) {
      recording.settled(seed);
    }
    if (unsettled.decrementAndGet() == 0) {
      end.complete(null);
    }
  }

  void settle(Step step, Outcome outcome, String message) {
    for (SeedReference seed : step.seeds()) {
      recording.warn(outcome.code(), message, seed.id());
    }
    settle(step);
  }

  /** Returns when all is settled; when the harvest is told to stop or cannot go on, ends the calls and throws. */
  void workOff(Work work, CallScope scope) {
    List<Thread> workers = new ArrayList<>();
    for (int i = Math.min(settings.parallel(), unsettled.get()); i > 0; i--) {
      workers.add(Thread.ofVirtual().name("web-", i).start(() -> work(work)));
    }
    try {
      while (!isOver()) {
        recording.checkStopped();
      }
    } finally {
      scope.close();
      workers.forEach(Thread::interrupt);
      joinAll(workers);
    }
  }

  private boolean isOver() {
    try {
      end.get(LOOK_UP_MILLIS, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("a harvest of the web was interrupted", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e.getCause());
    }
  }

  private static void joinAll(List<Thread> workers) {
    boolean interrupted = false;
    for (Thread worker : workers) {
      while (worker.isAlive()) {
        try {
          worker.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void work(Work work) {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        Host host = due.take();
        if (host.rest(work.make(host, host.takeStep()))) {
          due.add(host);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      // Also what is thrown by calls aborted because the harvest has ended; no one waits for it then.
      end.completeExceptionally(e);
    }
  }
}
