package io.nuthatch.model.message;

/** The routing keys of the messages. A harvest that cannot wait has {@code .priority} at the end of its keys. */
public final class RoutingKeys {

  public static final String WARC_CREATED = "warc_created";
  public static final String WEB_START = "harvest.start.web";
  public static final String PRIORITY = ".priority";

  private static final String START = "harvest.start.";
  private static final String STOP = "harvest.stop.";
  private static final String STATUS = "harvest.status.";

  private RoutingKeys() {
  }

  public static String start(String platform, String type, boolean priority) {
    return START + platform + "." + type + (priority ? PRIORITY : "");
  }

  public static String stop(String platform, String type) {
    return STOP + platform + "." + type;
  }

  /** The key of statuses for a harvest that was asked for under this key. */
  public static String statusFor(String startKey) {
    if (!startKey.startsWith(START)) {
      throw new IllegalArgumentException("a harvest is asked for under " + START + "…, not " + startKey);
    }
    return STATUS + startKey.substring(START.length());
  }
}
