package io.nuthatch.simulator.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Cuts text into words: runs of letters, digits, marks and underscores, in lower case. */
final class Words {

  private Words() {
  }

  static List<String> of(String text) {
    List<String> words = new ArrayList<>();
    String lower = text.toLowerCase(Locale.ROOT);
    int start = -1;
    for (int i = 0; i < lower.length(); i += Character.charCount(lower.codePointAt(i))) {
      if (isPart(lower.codePointAt(i))) {
        start = start < 0 ? i : start;
      } else if (start >= 0) {
        words.add(lower.substring(start, i));
        start = -1;
      }
    }
    if (start >= 0) {
      words.add(lower.substring(start));
    }
    return words;
  }

  private static boolean isPart(int codePoint) {
    return Character.isLetterOrDigit(codePoint) || codePoint == '_' || isAccent(codePoint);
  }

  /** A mark that belongs to the letter before it; those from FE00 on only choose how an emoji looks. */
  private static boolean isAccent(int codePoint) {
    return Character.getType(codePoint) == Character.NON_SPACING_MARK && codePoint < 0xFE00;
  }
}
