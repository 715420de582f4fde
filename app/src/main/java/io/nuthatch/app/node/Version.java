package io.nuthatch.app.node;

/** Which version this program is. */
public final class Version {

  private Version() {
  }

  /** From the manifest of the jar; classes run from a build directory have none. */
  public static String current() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
