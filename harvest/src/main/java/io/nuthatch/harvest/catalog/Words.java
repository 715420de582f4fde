package io.nuthatch.harvest.catalog;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Text that people enter: without blanks around it, no longer than it has any business being. */
final class Words {

  private static final int LONGEST_NAME = 255;
  private static final int LONGEST_TEXT = 20_000;

  private Words() {
  }

  static String name(String what, String text) {
    String name = text.strip();
    if (name.isEmpty() || name.length() > LONGEST_NAME) {
      throw CatalogException.invalid(what + " has a name of 1 to " + LONGEST_NAME + " characters");
    }
    return name;
  }

  static String text(String what, String text) {
    if (text.length() > LONGEST_TEXT) {
      throw CatalogException.invalid(what + " has at most " + LONGEST_TEXT + " characters, not " + text.length());
    }
    return text.strip();
  }

  static @Nullable String orNull(@Nullable String text) {
    return text == null || text.isBlank() ? null : text.strip();
  }

  /** What two texts have in common that are the same but for their case. */
  static String key(@Nullable String text) {
    return text == null ? "" : text.strip().toLowerCase(Locale.ROOT);
  }
}
