package io.nuthatch.database;

import io.nuthatch.database.DatabaseException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Migrations as files of the class path. */
final class MigrationFiles {

  private static final Pattern FILE = Pattern.compile("(\\d{3})-([a-z0-9-]+)\\.sql");

  private MigrationFiles() {
  }

  static Migrations read(String module) {
    String folder = "/migrations/" + module + "/";
    List<Migrations.Step> steps = resource(folder + "index.txt").lines().map(String::strip)
        .filter(line -> !line.isEmpty()).map(file -> step(folder, file)).toList();
    return new Migrations(module, steps);
  }

  private static Migrations.Step step(String folder, String file) {
    Matcher name = FILE.matcher(file);
    if (!name.matches()) {
      throw refused(folder + "index.txt lists '" + file + "'; a migration is named like 001-first-tables.sql", null);
    }
    return new Migrations.Step(Integer.parseInt(name.group(1)), name.group(2), resource(folder + file));
  }

  private static String resource(String path) {
    try (InputStream in = MigrationFiles.class.getResourceAsStream(path)) {
      if (in == null) {
        throw refused("no file " + path + " on the class path", null);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw refused(path + " on the class path cannot be read", e);
    }
  }

  private static DatabaseException refused(String why, @Nullable Throwable cause) {
    return new DatabaseException(Reason.STATEMENT, why, cause);
  }
}
