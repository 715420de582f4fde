package io.nuthatch.model;

import org.jspecify.annotations.Nullable;

/**
 * The root of every failure this product raises on purpose. Each module has one subclass; its {@link Kind} tells a
 * caller what to do without knowing the module. The message says what failed, which one, and what to do about it.
 */
public abstract class NuthatchException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What the one who called can do about a failure. */
  public enum Kind {
    /** The caller's mistake; the same call will fail again. */
    CALLER,
    /** Passing; the same call may succeed later. */
    TRANSIENT,
    /** This item is damaged; leave it, keep the evidence, go on with others. */
    BROKEN,
    /** No room; stop handing in work until there is. */
    FULL
  }

  private final Kind kind;

  protected NuthatchException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public final Kind kind() {
    return kind;
  }
}
