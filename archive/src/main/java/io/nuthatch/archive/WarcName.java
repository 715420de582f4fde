package io.nuthatch.archive;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of a WARC file: {@code <harvest>-<17 digits of UTC time>-<5 digits, counting>-<8 random>.warc.gz}. Its
 * directory under that of the collection follows from the time: {@code YYYY/MM/DD/HH}.
 */
record WarcName(String harvest, String time, int serial, String random) {

  static final String SUFFIX = ".warc.gz";
  static final String OPEN = ".open";

  private static final Pattern NAME = Pattern.compile("(.+)-(\\d{17})-(\\d{5,})-(\\w{8})" + Pattern.quote(SUFFIX));
  private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";
  private static final SecureRandom RANDOM = new SecureRandom();

  static WarcName of(String harvestId, Instant now, int serial) {
    return new WarcName(harvestPart(harvestId), Timestamps.digits17(now), serial, random8());
  }

  /** The same with another random part. */
  WarcName another() {
    return new WarcName(harvest, time, serial, random8());
  }

  static String harvestPart(String harvestId) {
    return harvestId.replaceAll("[^A-Za-z0-9]", "_");
  }

  private static String random8() {
    StringBuilder text = new StringBuilder(8);
    RANDOM.ints(8, 0, ALPHABET.length()).forEach(i -> text.append(ALPHABET.charAt(i)));
    return text.toString();
  }

  /** Null if it is not such a name. A name that ends in {@code .open} is taken without that. */
  static @Nullable WarcName parse(Path file) {
    String name = String.valueOf(file.getFileName());
    Matcher matcher = NAME.matcher(isOpen(file) ? name.substring(0, name.length() - OPEN.length()) : name);
    return matcher.matches()
        ? new WarcName(matcher.group(1), matcher.group(2), Integer.parseInt(matcher.group(3)), matcher.group(4))
        : null;
  }

  static boolean isOpen(Path file) {
    return String.valueOf(file.getFileName()).endsWith(SUFFIX + OPEN);
  }

  String text() {
    return harvest + "-" + time + "-" + String.format(Locale.ROOT, "%05d", serial) + "-" + random + SUFFIX;
  }

  Path in(Path collection) {
    return collection.resolve(time.substring(0, 4)).resolve(time.substring(4, 6)).resolve(time.substring(6, 8))
        .resolve(time.substring(8, 10)).resolve(text());
  }

  /** A name beside a file, not in use, for bytes of it that are put aside. */
  static Path aside(Path file, long offset) {
    String base = file.getFileName() + "-" + offset;
    Path free = file.resolveSibling(base + ".torn");
    for (int i = 2; Files.exists(free); i++) {
      free = file.resolveSibling(base + "-" + i + ".torn");
    }
    return free;
  }
}
