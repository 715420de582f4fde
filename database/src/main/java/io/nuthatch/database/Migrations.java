package io.nuthatch.database;

import io.nuthatch.database.DatabaseException.Reason;
import java.util.List;

/**
 * The tables of one module, in the order in which they came to be. A step is never changed once released; a change is
 * another step. Steps are SQL that both dialects take, with {@code ${bytes}}, {@code ${identity}}, {@code ${key}} and
 * {@code ${clustered}} for what differs; docs/formats/database.md says what each becomes.
 */
public record Migrations(String module, List<Step> steps) {

  public record Step(int version, String name, String sql) {
  }

  /** Steps are numbered 1, 2, 3, without a gap. */
  public Migrations {
    steps = List.copyOf(steps);
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).version() != i + 1) {
        throw new DatabaseException(Reason.STATEMENT, "migrations of " + module + " are numbered without a gap: step "
            + (i + 1) + " is missing before " + steps.get(i).version() + "-" + steps.get(i).name(), null);
      }
    }
  }

  /**
   * Reads {@code 001-name.sql, 002-…} from the resource folder {@code migrations/<module>} of the class path, as listed
   * in the folder's {@code index.txt}.
   */
  public static Migrations of(String module) {
    return MigrationFiles.read(module);
  }
}
