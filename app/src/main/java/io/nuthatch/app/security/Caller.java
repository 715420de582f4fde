package io.nuthatch.app.security;

import io.nuthatch.app.Access;
import org.jspecify.annotations.Nullable;

/**
 * Who makes a request, and by which way they proved it.
 *
 * @param name an operator's name, a token's label, or {@code local}
 * @param operator the operator who asks, or whose token it is; null for a token of nobody, the command line, the node
 */
public record Caller(String name, Access access, Via via, @Nullable String operator) {

  /** How a caller proved who they are. */
  public enum Via {
    NOTHING,
    TOKEN,
    SESSION,
    /** The command line on the same machine, by the file only this node's user can read. */
    LOCAL,
    /** The node itself. */
    NODE
  }

  public static final Caller NOBODY = new Caller("nobody", Access.NONE, Via.NOTHING, null);
  public static final Caller NODE = new Caller("node", Access.ADMIN, Via.NODE, null);
}
