package io.nuthatch.simulator.platform.flickr;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Account ids as Flickr writes them: nine digits, and the rest behind {@code @N0}. */
final class Nsid {

  private static final long PART = 1_000_000_000;
  private static final Pattern SHAPE = Pattern.compile("(\\d{1,9})@N0(\\d)");

  private Nsid() {
  }

  static String of(long accountId) {
    return accountId % PART + "@N0" + accountId / PART;
  }

  static Optional<Long> parse(String nsid) {
    Matcher matcher = SHAPE.matcher(nsid);
    return matcher.matches()
        ? Optional.of(Long.parseLong(matcher.group(2)) * PART + Long.parseLong(matcher.group(1)))
        : Optional.empty();
  }
}
