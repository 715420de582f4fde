package io.nuthatch.app.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Whether each backend of this node answers, by name. Checks run side by side and each has its own time limit; a hung
 * backend is reported as down and asked again only when its last check has ended.
 */
public final class Health implements AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(3);

  /** What one backend says. */
  public record State(String name, String kind, boolean up, @Nullable String reason, long millis) {
  }

  private record Backend(String name, String kind, Runnable check) {
  }

  private final List<Backend> backends = new ArrayList<>();
  private final Map<String, Future<Long>> running = new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private volatile boolean stopping;

  /** A backend and a check that fails with a reason when it does not answer. Called while the node is put together. */
  public void watch(String name, String kind, Runnable check) {
    backends.add(new Backend(name, kind, check));
  }

  public List<State> check() {
    Map<Backend, Future<Long>> futures = new LinkedHashMap<>();
    for (Backend backend : backends) {
      futures.put(backend, running.computeIfAbsent(backend.name, name -> threads.submit(() -> time(backend.check))));
    }
    List<State> states = new ArrayList<>();
    futures.forEach((backend, future) -> states.add(state(backend, future)));
    return states;
  }

  /** From now on this node is not ready, whatever its backends say. */
  public void stopping() {
    stopping = true;
  }

  public boolean isStopping() {
    return stopping;
  }

  private State state(Backend backend, Future<Long> future) {
    try {
      long millis = future.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
      return new State(backend.name, backend.kind, true, null, millis);
    } catch (TimeoutException e) {
      return new State(backend.name, backend.kind, false, "no answer within " + LIMIT.toSeconds() + " s",
          LIMIT.toMillis());
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      return new State(backend.name, backend.kind, false, String.valueOf(cause.getMessage()), 0);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new State(backend.name, backend.kind, false, "the check was interrupted", 0);
    } finally {
      if (future.isDone()) {
        running.remove(backend.name, future);
      }
    }
  }

  private static long time(Runnable check) {
    long began = System.nanoTime();
    check.run();
    return Duration.ofNanos(System.nanoTime() - began).toMillis();
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
