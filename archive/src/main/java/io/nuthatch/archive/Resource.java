package io.nuthatch.archive;

import java.time.Instant;
import java.util.UUID;

/** Content that did not come in an HTTP response: messages of a WebSocket, a feed's repository, a file. */
public record Resource(UUID id, String target, Instant date, String mediaType, Body content) {

  public static Resource of(String target, Instant date, String mediaType, byte[] content) {
    return new Resource(RecordId.next(), target, date, mediaType, Body.of(content));
  }
}
