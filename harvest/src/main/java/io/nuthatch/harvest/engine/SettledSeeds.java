package io.nuthatch.harvest.engine;

import io.nuthatch.database.Database;
import io.nuthatch.database.Transaction;
import io.nuthatch.model.message.SeedReference;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The seeds of a run that need no more work, whoever worked on them. */
final class SettledSeeds {

  private final Database database;
  private final String run;

  SettledSeeds(Database database, String run) {
    this.database = database;
    this.run = run;
  }

  List<SeedReference> unsettled(List<SeedReference> seeds) {
    Set<String> settled = new HashSet<>(database.read(reading -> reading.list(
        "SELECT seed FROM run_seeds WHERE run = ?", row -> row.text("seed"), run)));
    return seeds.stream().filter(seed -> !settled.contains(key(seed))).toList();
  }

  void settle(Transaction transaction, SeedReference seed) {
    transaction.update("INSERT INTO run_seeds (run, seed) VALUES (?, ?) ON CONFLICT (run, seed) DO NOTHING", run,
        key(seed));
  }

  /** Others may send seeds without an id. */
  private static String key(SeedReference seed) {
    return seed.id() != null ? seed.id() : seed.uid() + ":" + seed.tokenText();
  }
}
