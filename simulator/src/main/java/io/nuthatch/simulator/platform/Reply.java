package io.nuthatch.simulator.platform;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.faults.Fault;
import io.nuthatch.simulator.faults.Mischief;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What goes back: a document at once, or a stream for as long as both sides like. */
public sealed interface Reply {

  int status();

  Map<String, String> headers();

  /** The same with further headers. */
  Reply with(Map<String, String> more);

  /** A whole answer. Not a record, because its body is an array. */
  final class Document implements Reply {

    private final int status;
    private final Map<String, String> headers;
    private final String contentType;
    private final byte[] body;
    private final Mischief mischief;

    public Document(int status, Map<String, String> headers, String contentType, byte[] body) {
      this(status, headers, contentType, body, Mischief.NONE);
    }

    private Document(int status, Map<String, String> headers, String contentType, byte[] body, Mischief mischief) {
      this.status = status;
      this.headers = headers;
      this.contentType = contentType;
      this.body = body;
      this.mischief = mischief;
    }

    /** The same, harmed on its way to the client even if nobody asks for that fault. */
    public Document harmed(Fault fault) {
      return new Document(status, headers, contentType, body, mischief.and(new Mischief(List.of(fault))));
    }

    Mischief mischief() {
      return mischief;
    }

    @Override
    public int status() {
      return status;
    }

    @Override
    public Map<String, String> headers() {
      return headers;
    }

    String contentType() {
      return contentType;
    }

    public byte[] body() {
      return body;
    }

    /** The same with another body. */
    public Document body(byte[] other) {
      return new Document(status, headers, contentType, other, mischief);
    }

    @Override
    public Document with(Map<String, String> more) {
      return new Document(status, joined(headers, more), contentType, body, mischief);
    }
  }

  /** Runs on the connection's own thread until it returns or the client is gone. */
  record Streaming(int status, Map<String, String> headers, Script script) implements Reply {

    @Override
    public Streaming with(Map<String, String> more) {
      return new Streaming(status, joined(headers, more), script);
    }
  }

  /** What a stream does. */
  @FunctionalInterface
  interface Script {

    void play(StreamOutput out) throws IOException, InterruptedException;
  }

  static Document json(byte[] body) {
    return json(200, body);
  }

  static Document json(int status, byte[] body) {
    return new Document(status, Map.of(), "application/json; charset=utf-8", body);
  }

  /** A small document written from maps, lists and values. */
  static Document json(int status, Object value) {
    return json(status, Json.writeBytes(value));
  }

  private static Map<String, String> joined(Map<String, String> first, Map<String, String> second) {
    Map<String, String> all = new LinkedHashMap<>(first);
    all.putAll(second);
    return all;
  }
}
