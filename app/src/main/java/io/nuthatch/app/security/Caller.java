package io.nuthatch.app.security;

import io.nuthatch.app.Access;
/**
 * Who makes a request, and by which way they proved it.
 *
 * @param name an operator's name, a token's label, or {@code local}
 */
public record Caller(String name, Access access, Via via) {

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

  public static final Caller NOBODY = new Caller("nobody", Access.NONE, Via.NOTHING);
  public static final Caller NODE = new Caller("node", Access.ADMIN, Via.NODE);
}
