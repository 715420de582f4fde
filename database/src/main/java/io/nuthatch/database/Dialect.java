package io.nuthatch.database;

/** The two kinds of SQL spoken here; where they differ, a module asks. */
public enum Dialect {
  SQLITE,
  POSTGRESQL
}
