package io.nuthatch.queue.embedded;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What was found damaged since the queue was opened, each once. */
final class DamageLog {

  private static final Logger LOG = LoggerFactory.getLogger(DamageLog.class);

  private final List<Damage> damages = new ArrayList<>();

  void add(Page page, int block, long jobs, String what) {
    add(new Damage(page.file, page.blockStart(block), jobs, what + "; the jobs in it are left where they are"));
  }

  void tornTail(Path file, long offset, Path aside) {
    add(new Damage(file, offset, -1, "what followed was not whole and had not been acknowledged as durable; it was "
        + "moved to " + aside.getFileName()));
  }

  synchronized void add(Damage damage) {
    if (!damages.contains(damage)) {
      damages.add(damage);
      LOG.error("{} is damaged at offset {}: {}; jobs affected: {}", damage.file(),
          damage.offset(), damage.what(), damage.jobs() < 0 ? "unknown" : damage.jobs());
    }
  }

  synchronized List<Damage> all() {
    return List.copyOf(damages);
  }
}
