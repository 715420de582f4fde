package io.nuthatch.harvest.catalog;

/**
 * For whom the catalogue is read or changed.
 *
 * @param operator who, by the id they are a member of groups under
 * @param admin sees and changes everything
 * @param staff sees everything
 */
public record Viewer(String operator, boolean admin, boolean staff) {

  /** The node itself, for what happens without anybody asking. */
  public static final Viewer NODE = new Viewer("node", true, true);

  public Viewer {
    if (operator.isBlank()) {
      throw CatalogException.invalid("a viewer has a name");
    }
  }

  public static Viewer operator(String operator) {
    return new Viewer(operator, false, false);
  }

  public static Viewer admin(String operator) {
    return new Viewer(operator, true, true);
  }

  boolean seesAll() {
    return admin || staff;
  }
}
