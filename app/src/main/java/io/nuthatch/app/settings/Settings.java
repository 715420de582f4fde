package io.nuthatch.app.settings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The effective configuration: for every setting a value and where it came from. Later sources win: the default, the
 * file, the environment, the command line. It is complete and free of contradiction, or it does not exist:
 * {@link #read} raises one {@link SettingsException} with everything that is wrong.
 */
public final class Settings {

  /** Variables that begin like a setting's but belong to something else. */
  private static final List<String> OTHER_VARIABLES = List.of("NUTHATCH_ADMIN_TOKEN", "NUTHATCH_SECRET_KEY",
      "NUTHATCH_SERVER", "NUTHATCH_TOKEN", "NUTHATCH_JAVA_OPTS", "NUTHATCH_PASSWORD");

  /** One line of the effective configuration; secrets are shown as set or not. */
  public record Line(String key, String value, String origin, String takes, String meaning) {
  }

  private record Chosen(String text, String origin, Object value) {
  }

  private final Map<String, Chosen> chosen;

  private Settings(Map<String, Chosen> chosen) {
    this.chosen = chosen;
  }

  /**
   * Reads all sources.
   *
   * @param commandLine settings given as options, by key
   */
  public static Settings read(@Nullable Path file, Map<String, String> environment, Map<String, String> commandLine) {
    List<String> problems = new ArrayList<>();
    Map<String, SettingsFile.Entry> entries = new LinkedHashMap<>();
    if (file != null) {
      SettingsFile.read(file, problems).forEach(entry -> entries.put(entry.key(), entry));
    }
    fromEnvironment(environment, problems).forEach(entry -> entries.put(entry.key(), entry));
    commandLine
        .forEach((key, value) -> entries.put(key, new SettingsFile.Entry(key, value, "command line (" + key + ")")));

    entries.values().removeIf(entry -> entry.value().isEmpty() && Catalogue.covering(entry.key()).isPresent());

    Map<String, Chosen> chosen = new TreeMap<>();
    for (Setting<?> setting : Catalogue.ALL) {
      if (!setting.isFamily() && !entries.containsKey(setting.key()) && !setting.initial().isEmpty()) {
        chosen.put(setting.key(), parse(setting, setting.initial()));
      }
    }
    for (SettingsFile.Entry entry : entries.values()) {
      Optional<Setting<?>> setting = Catalogue.covering(entry.key());
      if (setting.isEmpty()) {
        problems.add(entry.origin() + ": unknown setting " + entry.key() + nearest(entry.key()));
      } else {
        choose(setting.get(), entry, chosen, problems);
      }
    }
    Settings settings = new Settings(chosen);
    if (problems.isEmpty()) {
      problems.addAll(Contradictions.in(settings));
    }
    if (!problems.isEmpty()) {
      throw new SettingsException(problems);
    }
    return settings;
  }

  /** The value of a setting that has a default. */
  public <T> T get(Setting<T> setting) {
    return find(setting)
        .orElseThrow(() -> new IllegalStateException(setting.key() + " has no default; ask with find()"));
  }

  /** The value of a setting that may be left unset. */
  @SuppressWarnings("unchecked") // parse() made the value by the setting's own kind
  public <T> Optional<T> find(Setting<T> setting) {
    return Optional.ofNullable(chosen.get(setting.key())).map(c -> (T) c.value);
  }

  /** The values of a family by the name each was given. */
  @SuppressWarnings("unchecked") // parse() made the value by the setting's own kind
  public <T> Map<String, T> family(Setting<T> setting) {
    Map<String, T> values = new TreeMap<>();
    chosen.forEach((key, c) -> {
      if (setting.covers(key)) {
        values.put(setting.nameIn(key), (T) c.value);
      }
    });
    return values;
  }

  /** Where the value of a key came from. */
  public String origin(Setting<?> setting) {
    Chosen c = chosen.get(setting.key());
    return c == null ? "default" : c.origin;
  }

  /** Every setting in the order of the catalogue, with the members of families in their place. */
  public List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    for (Setting<?> setting : Catalogue.ALL) {
      if (setting.isFamily()) {
        List<String> members = chosen.keySet().stream().filter(setting::covers).toList();
        members.forEach(key -> lines.add(line(setting, key)));
        if (members.isEmpty()) {
          lines.add(line(setting, setting.key()));
        }
      } else {
        lines.add(line(setting, setting.key()));
      }
    }
    return lines;
  }

  private Line line(Setting<?> setting, String key) {
    Chosen c = chosen.get(key);
    String text = c == null ? "" : setting.secret() ? "(set, not shown)" : withoutPasswords(c.text);
    return new Line(key, text, c == null ? "default" : c.origin, setting.kind().takes(), setting.meaning());
  }

  /** Addresses may carry a password; listings never do. */
  private static String withoutPasswords(String text) {
    return text.replaceAll("(?i)(password=)[^&]*", "$1…").replaceAll("(//[^/:@]*):[^/@]*@", "$1:…@");
  }

  private static List<SettingsFile.Entry> fromEnvironment(Map<String, String> environment, List<String> problems) {
    Map<String, String> keys = new HashMap<>();
    Catalogue.ALL.stream().filter(s -> !s.isFamily()).forEach(s -> keys.put(s.variable(), s.key()));
    List<SettingsFile.Entry> entries = new ArrayList<>();
    new TreeMap<>(environment).forEach((variable, value) -> {
      if (!variable.startsWith("NUTHATCH_") || OTHER_VARIABLES.contains(variable)) {
        return;
      }
      String key = keys.containsKey(variable) ? keys.get(variable) : familyKey(variable);
      if (key == null) {
        problems.add("environment: unknown variable " + variable);
      } else {
        entries.add(new SettingsFile.Entry(key, value, "environment (" + variable + ")"));
      }
    });
    return entries;
  }

  /** {@code NUTHATCH_PLATFORMS_TWITTER_BASE_URL} is {@code platforms.twitter.base-url}. */
  private static @Nullable String familyKey(String variable) {
    for (Setting<?> family : Catalogue.ALL) {
      if (family.isFamily()) {
        String pattern = family.variable();
        int star = pattern.indexOf('*');
        String before = pattern.substring(0, star);
        String after = pattern.substring(star + 1);
        if (variable.startsWith(before) && variable.endsWith(after)
            && variable.length() > before.length() + after.length()) {
          String name = variable.substring(before.length(), variable.length() - after.length());
          return family.key().replace("*", name.toLowerCase(Locale.ROOT).replace('_', '-'));
        }
      }
    }
    return null;
  }

  private static void choose(Setting<?> setting, SettingsFile.Entry entry, Map<String, Chosen> chosen,
      List<String> problems) {
    try {
      Object value = setting.kind().read().apply(entry.value());
      chosen.put(entry.key(), new Chosen(entry.value(), entry.origin(), value));
    } catch (IllegalArgumentException e) {
      String shown = setting.secret() ? "that value" : "'" + withoutPasswords(entry.value()) + "'";
      problems.add(entry.origin() + ": " + entry.key() + " takes " + setting.kind().takes() + ", not " + shown);
    }
  }

  private static Chosen parse(Setting<?> setting, String text) {
    return new Chosen(text, "default", setting.kind().read().apply(text));
  }

  private static String nearest(String key) {
    return Catalogue.ALL.stream().map(Setting::key).filter(known -> distance(known, key) <= 3)
        .min(Comparator.comparingInt(known -> distance(known, key))).map(known -> "; did you mean " + known + "?")
        .orElse("");
  }

  /** How many letters must be added, left out or changed to make one text of the other. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
