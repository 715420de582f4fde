package io.nuthatch.app;

import java.util.Locale;

/** What someone may do; each level includes those before it. Also called a person's or a token's role. */
public enum Access {
  /** Nothing but signing in. */
  NONE,
  /** See. */
  VIEWER,
  /** See and change what is collected. */
  EDITOR,
  /** Everything, operators and tokens included. */
  ADMIN;

  public boolean includes(Access needed) {
    return compareTo(needed) >= 0;
  }

  /** As it is written in the API and the database. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
