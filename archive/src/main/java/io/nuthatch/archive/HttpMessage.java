package io.nuthatch.archive;

/**
 * A request or a response as it went over the wire.
 *
 * @param head from the first line to the empty line that ends it, with it
 * @param body what followed, with its transfer coding and content coding
 */
@SuppressWarnings("ArrayRecordComponent") // bytes to be written, never compared
public record HttpMessage(byte[] head, Body body) {

  public static HttpMessage of(byte[] head, byte[] body) {
    return new HttpMessage(head, Body.of(body));
  }

  HttpHead parsed() {
    return HttpHead.parse(head, 0, head.length);
  }
}
