package io.nuthatch.archive;

import java.net.InetAddress;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response, to be archived as they went over the wire. The request may be absent, as it is for all
 * but the first segment of a stream.
 */
public record Exchange(UUID id, String target, Instant date, @Nullable HttpMessage request, HttpMessage response,
    Circumstances circumstances) {

  /**
   * What is known besides.
   *
   * @param server       the address that answered
   * @param truncated    why the response is not all there; null if it is, as far as the caller knows
   * @param concurrentTo the exchange this one continues
   */
  public record Circumstances(@Nullable InetAddress server, @Nullable Truncation truncated,
      @Nullable UUID concurrentTo) {

    static final Circumstances NONE = new Circumstances(null, null, null);
  }

  /**
   * A request that was answered.
   *
   * @param date when the request was sent
   */
  public static Exchange of(String target, Instant date, HttpMessage request, HttpMessage response) {
    return new Exchange(RecordId.next(), target, date, request, response, Circumstances.NONE);
  }

  /** A response whose request is not known or is not to be kept. */
  public static Exchange responseOnly(String target, Instant date, HttpMessage response) {
    return new Exchange(RecordId.next(), target, date, null, response, Circumstances.NONE);
  }

  /**
   * A piece of a response that does not end by itself: a record that can be read without the others. Its head is the
   * one received, except that the framing no longer applies and is kept under another name, as
   * {@code X-Archive-Orig-Transfer-Encoding}.
   *
   * @param head  of the stream's response, as received
   * @param lines the content of the stream from the end of the last segment to a line's end, without transfer coding
   * @param date  when the first byte of it came
   */
  public static Exchange segment(String target, Instant date, byte[] head, byte[] lines) {
    byte[] unframed = HttpHead.parse(head, 0, head.length).withoutFraming();
    return responseOnly(target, date, HttpMessage.of(unframed, lines));
  }

  public Exchange withRequest(HttpMessage theRequest) {
    return new Exchange(id, target, date, theRequest, response, circumstances);
  }

  public Exchange withServer(@Nullable InetAddress server) {
    return with(new Circumstances(server, circumstances.truncated, circumstances.concurrentTo));
  }

  public Exchange withTruncated(@Nullable Truncation why) {
    return with(new Circumstances(circumstances.server, why, circumstances.concurrentTo));
  }

  /** Of the same capture as that one: the first segment of a stream, or the exchange that redirected here. */
  public Exchange withConcurrentTo(@Nullable UUID other) {
    return with(new Circumstances(circumstances.server, circumstances.truncated, other));
  }

  private Exchange with(Circumstances others) {
    return new Exchange(id, target, date, request, response, others);
  }
}
