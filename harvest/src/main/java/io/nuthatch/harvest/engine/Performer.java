package io.nuthatch.harvest.engine;

/** Who performs harvests here: as statuses say it in {@code service}, {@code host} and {@code instance}. */
public record Performer(String service, String host, String instance) {

  String holder() {
    return host + "/" + instance;
  }
}
