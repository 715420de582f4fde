package io.nuthatch.queue.embedded;

/** Which jobs of one container were copied to a page, and to which ordinals. */
final class Move {

  /** Takes the old ordinal and the new one. */
  interface Visitor {

    void visit(int old, int ordinal);
  }

  private final Container from;
  private final Page to;
  /** New ordinals plus one by old ordinal; zero for what was not copied. */
  private final int[] ordinals;

  Move(Container from, Page to, int[] ordinals) {
    this.from = from;
    this.to = to;
    this.ordinals = ordinals;
  }

  Container from() {
    return from;
  }

  Page to() {
    return to;
  }

  /** The new ordinal, or -1. */
  int ordinal(int old) {
    return old < ordinals.length ? ordinals[old] - 1 : -1;
  }

  void forEach(Visitor visitor) {
    for (int old = 0; old < ordinals.length; old++) {
      if (ordinals[old] > 0) {
        visitor.visit(old, ordinals[old] - 1);
      }
    }
  }
}
