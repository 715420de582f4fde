package io.nuthatch.feed.content;

import io.nuthatch.model.PostName;
import org.jspecify.annotations.Nullable;

/**
 * Text a database takes. Platforms hand out NUL characters and halves of surrogate pairs now and then; each becomes the
 * replacement character here, and stays what it was in the archive.
 */
final class Clean {

  private static final char REPLACEMENT = '\ufffd';

  private Clean() {
  }

  static String text(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0 || Character.isSurrogate(c)) {
        return repaired(text, i);
      }
    }
    return text;
  }

  static @Nullable String orNull(@Nullable String text) {
    return text == null ? null : text(text);
  }

  static PostName name(PostName name) {
    String platform = text(name.platform());
    String nativeId = text(name.nativeId());
    boolean clean = platform.equals(name.platform()) && nativeId.equals(name.nativeId());
    return clean ? name : new PostName(platform, nativeId);
  }

  private static String repaired(String text, int from) {
    StringBuilder repaired = new StringBuilder(text);
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (c == 0 || Character.isSurrogate(c)) {
        repaired.setCharAt(i, REPLACEMENT);
      }
    }
    return repaired.toString();
  }
}
