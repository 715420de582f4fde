package io.nuthatch.simulator.people;

import java.util.ArrayList;
import java.util.List;

/** A text in the making, with the entities in it counted in code points. */
final class Draft {

  static final String SHORTENER = "https://t.co/";
  private static final String CODE_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

  private final StringBuilder text = new StringBuilder(160);
  private final List<Entity> entities = new ArrayList<>(4);
  private int codePoints;

  /** The ten letters of a short link. */
  static String code(long hash) {
    char[] code = new char[10];
    for (int i = 0; i < code.length; i++) {
      code[i] = CODE_LETTERS.charAt((int) Long.remainderUnsigned(hash, 62));
      hash = Long.divideUnsigned(hash, 62);
    }
    return new String(code);
  }

  /** The id of the n-th media of a post: of the same millisecond, the rest of it scattered. */
  static long mediaId(long postId, int n) {
    long scattered = ((postId + n) * 0x9E37_79B9_7F4A_7C15L) >>> 42;
    return Snowflake.id(Snowflake.millis(postId), 0) | scattered;
  }

  /** A space, unless nothing has been written yet. */
  Draft space() {
    return codePoints == 0 ? this : text(" ");
  }

  Draft text(String part) {
    text.append(part);
    codePoints += part.codePointCount(0, part.length());
    return this;
  }

  void hashtag(String tag) {
    int start = codePoints;
    text("#").text(tag);
    entities.add(new Entity.Hashtag(start, codePoints, tag));
  }

  void mention(long accountId, String screenName, String name) {
    int start = codePoints;
    text("@").text(screenName);
    entities.add(new Entity.Mention(start, codePoints, accountId, screenName, name));
  }

  void link(String code, String target) {
    int start = codePoints;
    text(SHORTENER).text(code);
    entities.add(new Entity.Link(start, codePoints, code, target));
  }

  int length() {
    return codePoints;
  }

  String text() {
    return text.toString();
  }

  List<Entity> entities() {
    return List.copyOf(entities);
  }
}
