package io.nuthatch.app.settings;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The configuration file: one {@code key = value} a line, {@code #} begins a comment line. Deliberately not a language:
 * no nesting, no includes, no quoting, so that a line always means the same thing wherever it stands.
 */
final class SettingsFile {

  private SettingsFile() {
  }

  /** The entries in their order; lines that cannot be read and keys given twice are added to the problems. */
  static List<Entry> read(Path file, List<String> problems) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (NoSuchFileException e) {
      problems.add(file + ": no such file");
      return List.of();
    } catch (MalformedInputException e) {
      problems.add(file + ": is not UTF-8 text");
      return List.of();
    } catch (IOException e) {
      problems.add(file + ": cannot be read: " + e.getMessage());
      return List.of();
    }
    List<Entry> entries = new ArrayList<>();
    Map<String, Integer> seen = new HashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      String origin = file + ":" + (i + 1);
      int equals = line.indexOf('=');
      if (equals < 1) {
        problems.add(origin + ": expected 'key = value'");
        continue;
      }
      String key = line.substring(0, equals).strip();
      Integer before = seen.putIfAbsent(key, i + 1);
      if (before != null) {
        problems.add(origin + ": " + key + " was set on line " + before + " already");
        continue;
      }
      entries.add(new Entry(key, line.substring(equals + 1).strip(), origin));
    }
    return entries;
  }

  /** A value someone set, and where. */
  record Entry(String key, String value, String origin) {
  }
}
