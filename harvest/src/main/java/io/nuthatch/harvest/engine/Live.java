package io.nuthatch.harvest.engine;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The harvests that run on this node, and the way to tell them to end. */
final class Live {

  private final Map<String, Reins> runs = new ConcurrentHashMap<>();
  private volatile boolean closing;

  void enter(String run, Reins reins) {
    runs.put(run, reins);
    if (closing) {
      reins.pause();
    }
  }

  void leave(String run, Reins reins) {
    runs.remove(run, reins);
  }

  void stop(String run) {
    Reins reins = runs.get(run);
    if (reins != null) {
      reins.stop();
    }
  }

  /** Those that run now and those that will be begun come to rest. */
  void pauseAll() {
    closing = true;
    runs.values().forEach(Reins::pause);
  }

  boolean isClosing() {
    return closing;
  }

  boolean isEmpty() {
    return runs.isEmpty();
  }
}
