package io.nuthatch.model;

/** What names a post on its platform: the platform and the id it has there, which is opaque. Written {@code twitter:20}. */
public record PostName(String platform, String nativeId) {

  public PostName {
    if (platform.isEmpty() || platform.indexOf(':') >= 0 || nativeId.isEmpty()) {
      throw new IllegalArgumentException("a post is named by its platform and its id there, not \"" + platform + ":"
          + nativeId + "\"");
    }
  }

  @Override
  public String toString() {
    return platform + ":" + nativeId;
  }
}
