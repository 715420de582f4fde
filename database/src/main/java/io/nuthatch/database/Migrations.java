package io.nuthatch.database;

import java.util.List;

/**
 * The tables of one module, in the order in which they came to be. A step is never changed once released; a change is
 * another step. Steps are SQL that both dialects take, with {@code ${bytes}} and {@code ${identity}} for the two
 * column types that differ.
 */
public record Migrations(String module, List<Step> steps) {

  public record Step(int version, String name, String sql) {
  }

  /**
   * Reads {@code 001-name.sql, 002-…} from the resource folder {@code migrations/<module>} of the class path, as listed
   * in the folder's {@code index.txt}.
   */
  public static Migrations of(String module) {
    return MigrationFiles.read(module);
  }
}
