package io.nuthatch.model;

/**
 * What names someone who posts: the platform and the id that stays when they rename themselves. Written
 * {@code twitter:12} or, for people of this installation, {@code local:anna}.
 */
public record AccountName(String platform, String id) {

  public AccountName {
    if (platform.isEmpty() || platform.indexOf(':') >= 0 || id.isEmpty()) {
      throw new IllegalArgumentException("an account is named by its platform and its id there, not \"" + platform
          + ":" + id + "\"");
    }
  }

  @Override
  public String toString() {
    return platform + ":" + id;
  }
}
