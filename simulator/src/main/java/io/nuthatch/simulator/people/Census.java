package io.nuthatch.simulator.people;

import io.nuthatch.simulator.people.Dice.Purpose;
import java.time.Instant;
import java.util.Locale;

/** The computed accounts: names, profiles and counters as they are at an instant. */
final class Census {

  private static final double MOST_FOLLOWERS = 3_000_000;
  private static final double FALL = 1.3;
  private static final double GROWTH_PER_DAY = 0.0007;
  private static final long DAY = 24 * Rhythm.HOUR;
  private static final long LONGEST_MEMBERSHIP = 10 * 365 * DAY;

  private final WorldSettings settings;
  private final Rhythm rhythm;
  private final Graph graph;
  private final Fate fate;

  Census(WorldSettings settings, Rhythm rhythm, Graph graph, Fate fate) {
    this.settings = settings;
    this.rhythm = rhythm;
    this.graph = graph;
    this.fate = fate;
  }

  boolean holds(int account) {
    return account >= 0 && account < settings.accounts();
  }

  String screenName(int account, long millis) {
    Dice dice = Dice.of(settings.seed(), Purpose.NAME, account, fate.nameVersion(account, millis));
    return dice.pick(Lexicon.ADJECTIVES) + dice.pick(Lexicon.ANIMALS) + account;
  }

  /** The account that bears the name at an instant, or −1. Names end in the account's number. */
  int byScreenName(String name, long millis) {
    int digits = name.length();
    while (digits > 0 && Character.isDigit(name.charAt(digits - 1))) {
      digits--;
    }
    String number = name.substring(digits);
    if (number.isEmpty() || number.length() > 7) {
      return -1;
    }
    int account = Integer.parseInt(number);
    return holds(account) && screenName(account, millis).equalsIgnoreCase(name) ? account : -1;
  }

  String language(int account) {
    return Dice.of(settings.seed(), Purpose.PROFILE, account).pick(Lexicon.SPOKEN);
  }

  String name(int account) {
    Dice dice = Dice.of(settings.seed(), Purpose.PROFILE, account, 2);
    return dice.pick(Lexicon.GIVEN_NAMES) + " " + dice.pick(Lexicon.FAMILY_NAMES);
  }

  double followers(int account) {
    double typical = MOST_FOLLOWERS / StrictMath.pow(account + 1.0, FALL);
    return 3 + Dice.of(settings.seed(), Purpose.PROFILE, account, 1).around(typical, 0.8);
  }

  Account account(int account, long millis) {
    Dice dice = Dice.of(settings.seed(), Purpose.PROFILE, account);
    String language = dice.pick(Lexicon.SPOKEN);
    String topic = Lexicon.TOPICS.get(dice.ranked(Lexicon.TOPICS.size())).name();
    String bio = topic.substring(0, 1).toUpperCase(Locale.ROOT) + topic.substring(1) + " and "
        + Lexicon.TOPICS.get(dice.ranked(Lexicon.TOPICS.size())).name() + ". " + dice.pick(Lexicon.MOTTOS);
    String place = dice.pick(Lexicon.CITIES).name();
    double followers = followers(account);
    long beginning = settings.beginning().toEpochMilli();
    long created = beginning - (long) (dice.unit() * LONGEST_MEMBERSHIP) / 1000 * 1000;
    double days = Math.max(0, (millis - beginning) / (double) DAY);
    var profile = new Account.Profile(screenName(account, millis), name(account), bio, place, language,
        followers > 50_000);
    double perDay = rhythm.postsPerDay(account);
    var tally = new Account.Tally((long) (followers * (1 + GROWTH_PER_DAY * days)),
        graph.choices(account) + (long) dice.around(150, 1), (long) (perDay * (days + 30)),
        (long) (perDay * 2 * (days + 90)), (long) (followers / 120));
    return new Account(AccountIds.id(account), profile, tally, fate.state(account, millis),
        Instant.ofEpochMilli(created));
  }
}
