package io.nuthatch.harvest.catalog;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Times in the five fields of cron: minute, hour, day of the month, month, day of the week. A field is {@code *}, or a
 * list of numbers, names ({@code jan}, {@code mon}) and ranges, each with a step if need be: {@code 0-30/10,45}. As in
 * cron, where both days are given either will do, and 0 and 7 are Sunday.
 *
 * <p>When clocks go forward, what would have run in the hour that is left out runs right after it, once. When they go
 * back, what runs at given hours runs once, and what runs in every hour runs in both.
 */
public final class Cron {

  private static final int LONGEST_WAIT_DAYS = 9 * 366;
  private static final List<String> MONTHS = List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep",
      "oct", "nov", "dec");
  private static final List<String> DAYS = List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");
  private static final Map<String, String> NICKNAMES = Map.of("@hourly", "0 * * * *", "@daily", "0 0 * * *", "@weekly",
      "0 0 * * 0", "@monthly", "0 0 1 * *", "@yearly", "0 0 1 1 *");

  private final String text;
  private final BitSet minutes;
  private final BitSet hours;
  private final BitSet daysOfMonth;
  private final BitSet months;
  private final BitSet daysOfWeek;
  private final boolean eitherDay;

  private Cron(String text, String[] fields) {
    this.text = text;
    minutes = field(fields[0], "minute", 0, 59, List.of());
    hours = field(fields[1], "hour", 0, 23, List.of());
    daysOfMonth = field(fields[2], "day of the month", 1, 31, List.of());
    months = field(fields[3], "month", 1, 12, MONTHS);
    daysOfWeek = field(fields[4], "day of the week", 0, 7, DAYS);
    if (daysOfWeek.get(7)) {
      daysOfWeek.set(0);
    }
    eitherDay = !fields[2].startsWith("*") && !fields[4].startsWith("*");
  }

  public static Cron parse(String given) {
    String text = given.strip().toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
    String[] fields = NICKNAMES.getOrDefault(text, text).split(" ", -1);
    if (fields.length != 5) {
      throw CatalogException.invalid("'" + given + "' is not five fields (minute hour day month weekday), such as"
          + " 30 4 * * mon-fri, nor one of " + NICKNAMES.keySet().stream().sorted().toList());
    }
    Cron cron = new Cron(text, fields);
    if (cron.after(Instant.EPOCH, ZoneOffset.UTC).isEmpty()) {
      throw CatalogException.invalid("'" + given + "' names a day that no year has");
    }
    return cron;
  }

  /** The first time after the given one, by the clocks of a zone. */
  public Optional<Instant> after(Instant time, ZoneId zone) {
    LocalDate from = LocalDate.ofInstant(time, zone).minusDays(1);
    for (int i = 0; i < LONGEST_WAIT_DAYS; i++) {
      LocalDate day = from.plusDays(i);
      if (matches(day)) {
        Optional<Instant> next = times(day, zone.getRules()).filter(time::isBefore).min(Instant::compareTo);
        if (next.isPresent()) {
          return next;
        }
      }
    }
    return Optional.empty();
  }

  private boolean matches(LocalDate day) {
    boolean ofMonth = daysOfMonth.get(day.getDayOfMonth());
    boolean ofWeek = daysOfWeek.get(day.getDayOfWeek().getValue() % 7);
    return months.get(day.getMonthValue()) && (eitherDay ? ofMonth || ofWeek : ofMonth && ofWeek);
  }

  private Stream<Instant> times(LocalDate day, ZoneRules rules) {
    return hours.stream().boxed()
        .flatMap(hour -> minutes.stream().mapToObj(minute -> day.atTime(hour, minute)))
        .flatMap(time -> instants(time, rules));
  }

  private Stream<Instant> instants(LocalDateTime time, ZoneRules rules) {
    List<ZoneOffset> offsets = rules.getValidOffsets(time);
    if (offsets.isEmpty()) {
      return Stream.of(rules.getTransition(time).getInstant());
    }
    return offsets.stream().limit(hours.cardinality() == 24 ? offsets.size() : 1).map(time::toInstant);
  }

  private static BitSet field(String field, String what, int least, int most, List<String> names) {
    BitSet values = new BitSet();
    for (String part : field.split(",", -1)) {
      String[] stepped = part.split("/", -1);
      String[] range = stepped[0].split("-", -1);
      if (stepped.length > 2 || range.length > 2) {
        throw refused(field, what, least, most);
      }
      boolean all = stepped[0].equals("*");
      int first = all ? least : number(range[0], field, what, least, most, names);
      int last = all || (stepped.length == 2 && range.length == 1)
          ? most
          : number(range[range.length - 1], field, what, least, most, names);
      int step = stepped.length == 2 ? number(stepped[1], field, what, 1, most, List.of()) : 1;
      if (last < first) {
        throw refused(field, what, least, most);
      }
      IntStream.iterate(first, value -> value <= last, value -> value + step).forEach(values::set);
    }
    return values;
  }

  private static int number(String text, String field, String what, int least, int most, List<String> names) {
    int name = names.indexOf(text);
    if (name >= 0) {
      return name + least;
    }
    if (!text.matches("\\d{1,4}") || Integer.parseInt(text) < least || Integer.parseInt(text) > most) {
      throw refused(field, what, least, most);
    }
    return Integer.parseInt(text);
  }

  private static CatalogException refused(String field, String what, int least, int most) {
    return CatalogException.invalid("'" + field + "' is no " + what + ": a list of numbers from " + least + " to "
        + most + ", ranges a-b, steps /n, or *");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cron cron && text.equals(cron.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** As it was written. */
  @Override
  public String toString() {
    return text;
  }
}
