package io.nuthatch.app.http;

import io.nuthatch.model.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is sent back: a status, headers, and either bytes or a stream that goes on until one side ends it. Made once,
 * sent once, never compared: so the body may be an array.
 */
@SuppressWarnings("ArrayRecordComponent")
public record Answer(int status, String contentType, byte[] body, List<Header> headers, @Nullable Stream stream) {

  /** A header beside the content type. */
  public record Header(String name, String value) {
  }

  /** Writes until it has no more to say; an exception on writing means that the reader has left. */
  @FunctionalInterface
  public interface Stream {
    void writeTo(OutputStream out) throws IOException;
  }

  public static Answer json(Object value) {
    return json(200, value);
  }

  public static Answer json(int status, Object value) {
    return new Answer(status, "application/json", Json.writeBytes(value), List.of(), null);
  }

  public static Answer text(String contentType, String text) {
    return bytes(contentType, text.getBytes(StandardCharsets.UTF_8));
  }

  public static Answer bytes(String contentType, byte[] bytes) {
    return new Answer(200, contentType, bytes, List.of(), null);
  }

  public static Answer html(int status, String page) {
    return new Answer(status, "text/html; charset=utf-8", page.getBytes(StandardCharsets.UTF_8), List.of(), null);
  }

  public static Answer nothing() {
    return new Answer(204, "", new byte[0], List.of(), null);
  }

  /** Sends a browser elsewhere, with GET. */
  public static Answer redirect(String address) {
    return new Answer(303, "", new byte[0], List.of(), null).with("Location", address);
  }

  public static Answer events(Stream stream) {
    return new Answer(200, "text/event-stream", new byte[0], List.of(), stream);
  }

  public Answer with(String name, String value) {
    List<Header> more = new ArrayList<>(headers);
    more.add(new Header(name, value));
    return new Answer(status, contentType, body, more, stream);
  }
}
