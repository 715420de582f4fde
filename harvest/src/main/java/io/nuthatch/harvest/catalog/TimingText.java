package io.nuthatch.harvest.catalog;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Timings as people write them. */
final class TimingText {

  private static final Pattern EVERY = Pattern.compile("every (\\d{1,7}) ?([mhdw])");

  private record Unit(String letter, int minutes) {
  }

  private static final List<Unit> LARGEST_FIRST = List.of(new Unit("w", 7 * 24 * 60), new Unit("d", 24 * 60),
      new Unit("h", 60), new Unit("m", 1));

  private TimingText() {
  }

  static Timing read(String given) {
    String text = given.strip().replaceAll("\\s+", " ");
    String lower = text.toLowerCase(Locale.ROOT);
    Matcher every = EVERY.matcher(lower);
    if (lower.equals("by hand")) {
      return new Timing.ByHand();
    } else if (lower.equals("once")) {
      return new Timing.Once();
    } else if (every.matches()) {
      return new Timing.Every(Duration.ofMinutes(Long.parseLong(every.group(1)) * minutes(every.group(2))));
    } else if (lower.startsWith("cron ")) {
      return cron(List.of(text.split(" ")));
    }
    throw CatalogException.invalid("'" + given
        + "' is no timing: by hand, once, every 30m (h, d, w), or cron 0 4 * * mon-fri Europe/Vienna");
  }

  static String shown(Duration interval) {
    long minutes = interval.toMinutes();
    Unit unit = LARGEST_FIRST.stream().filter(u -> minutes % u.minutes == 0).findFirst().orElseThrow();
    return minutes / unit.minutes + unit.letter;
  }

  private static int minutes(String letter) {
    return LARGEST_FIRST.stream().filter(unit -> unit.letter.equals(letter)).findFirst().orElseThrow().minutes;
  }

  /** The fields are followed by the zone, if there is one. */
  private static Timing cron(List<String> words) {
    int zone = words.get(1).startsWith("@") ? 2 : 6;
    boolean zoned = words.size() == zone + 1;
    String fields = String.join(" ", words.subList(1, zoned ? zone : words.size()));
    return new Timing.AtTimes(Cron.parse(fields), zoned ? zone(words.get(zone)) : ZoneOffset.UTC);
  }

  private static ZoneId zone(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      throw CatalogException.invalid("no time zone " + name + "; they are named like Europe/Vienna");
    }
  }
}
