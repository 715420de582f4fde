package io.nuthatch.queue.embedded;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The jobs that are or were under a lease, found by their arrival number and by the end of their lease. */
final class LeaseTable {

  /*
   * A hash table with open addressing and linear probing; taking out moves what follows back, so there are no marks of
   * removed entries. Batches whose jobs are all settled stay in the queue of ends until they come up or are half of it.
   */

  private static final Held[] EMPTY = new Held[256];

  private @Nullable Held[] table = EMPTY.clone();
  private int size;
  private PriorityQueue<LeaseBatch> ends = byEnd();
  private int settledBatches;

  private static PriorityQueue<LeaseBatch> byEnd() {
    return new PriorityQueue<>(Comparator.comparingLong(batch -> batch.end));
  }

  int size() {
    return size;
  }

  @Nullable
  Held get(long sequence) {
    int mask = table.length - 1;
    for (int i = hash(sequence) & mask;; i = (i + 1) & mask) {
      Held held = table[i];
      if (held == null || held.sequence == sequence) {
        return held;
      }
    }
  }

  /** Puts jobs in that were just given, those that are here already included. */
  void give(LeaseBatch batch) {
    for (Held held : batch.jobs) {
      settled(held);
      held.batch = batch;
      held.token = batch.token;
      held.leaseEnd = batch.end;
      if (get(held.sequence) == null) {
        put(held);
      }
    }
    ends.add(batch);
  }

  void remove(Held held) {
    settled(held);
    held.batch = LeaseBatch.NONE;
    held.returned = false;
    int mask = table.length - 1;
    int hole = hash(held.sequence) & mask;
    while (table[hole] != held) {
      hole = (hole + 1) & mask;
    }
    table[hole] = null;
    size--;
    for (int i = (hole + 1) & mask; table[i] != null; i = (i + 1) & mask) {
      Held moved = table[i];
      int home = hash(moved.sequence) & mask;
      if (((i - home) & mask) >= ((i - hole) & mask)) {
        table[hole] = moved;
        table[i] = null;
        hole = i;
      }
    }
  }

  /** Hands over the jobs whose lease has run out by now; they stay in the table. */
  void expire(long now, Consumer<Held> action) {
    for (LeaseBatch batch = ends.peek(); batch != null && batch.end <= now; batch = ends.peek()) {
      ends.poll();
      if (batch.unsettled == 0) {
        settledBatches--;
        continue;
      }
      List<Held> extended = new ArrayList<>();
      for (Held held : batch.jobs) {
        if (held.batch == batch && !held.returned) {
          if (held.leaseEnd > now) {
            extended.add(held);
          } else {
            action.accept(held);
          }
        }
      }
      if (!extended.isEmpty()) {
        batch.end = extended.stream().mapToLong(held -> held.leaseEnd).min().orElseThrow();
        ends.add(batch);
      }
    }
  }

  /** A lease that had run out has been extended: it ends again. */
  void revive(Held held) {
    held.returned = false;
    LeaseBatch batch = new LeaseBatch(held.token, new Held[]{held}, held.leaseEnd);
    settled(held);
    held.batch = batch;
    ends.add(batch);
  }

  /** When the next lease may end; the end of time when there is none. */
  long nextEnd() {
    LeaseBatch first = ends.peek();
    return first == null ? Long.MAX_VALUE : first.end;
  }

  void forEach(Consumer<Held> action) {
    for (Held held : table) {
      if (held != null) {
        action.accept(held);
      }
    }
  }

  /** The jobs of a calendar whose lease has not run out. */
  List<Held> of(Calendar calendar) {
    List<Held> leased = new ArrayList<>();
    forEach(held -> {
      if (held.calendar == calendar && !held.returned) {
        leased.add(held);
      }
    });
    return leased;
  }

  private void put(Held held) {
    if (++size * 2 > table.length) {
      @Nullable
      Held[] old = table;
      table = new Held[old.length * 2];
      for (Held moved : old) {
        if (moved != null) {
          insert(moved);
        }
      }
    }
    insert(held);
  }

  private void insert(Held held) {
    int mask = table.length - 1;
    int i = hash(held.sequence) & mask;
    while (table[i] != null) {
      i = (i + 1) & mask;
    }
    table[i] = held;
  }

  private void settled(Held held) {
    if (held.batch != LeaseBatch.NONE && held.batch.settle() && ++settledBatches > 1000
        && settledBatches > ends.size() / 2) {
      PriorityQueue<LeaseBatch> open = byEnd();
      for (LeaseBatch batch : ends) {
        if (batch.unsettled > 0) {
          open.add(batch);
        }
      }
      ends = open;
      settledBatches = 0;
    }
  }

  private static int hash(long sequence) {
    return (int) ((sequence * 0x9E3779B97F4A7C15L) >>> 32);
  }
}
