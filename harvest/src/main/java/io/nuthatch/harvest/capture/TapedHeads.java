package io.nuthatch.harvest.capture;

import io.nuthatch.harvest.HttpCall;
import java.net.InetAddress;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.jspecify.annotations.Nullable;

/** The heads of an exchange that is on tape. */
class TapedHeads implements Heads {

  final HttpCall call;
  final Tape tape;
  final ClassicHttpResponse response;
  private final @Nullable InetAddress peer;
  private @Nullable Map<String, List<String>> headers;

  TapedHeads(HttpCall call, Tape tape, ClassicHttpResponse response, @Nullable InetAddress peer) {
    this.call = call;
    this.tape = tape;
    this.response = response;
    this.peer = peer;
  }

  @Override
  public final URI uri() {
    return call.uri();
  }

  @Override
  public final Instant at() {
    return tape.at();
  }

  @Override
  public final @Nullable InetAddress peer() {
    return peer;
  }

  @Override
  public final byte[] request() {
    return tape.request();
  }

  @Override
  public final byte[] responseHead() {
    return tape.head();
  }

  @Override
  public final int status() {
    return response.getCode();
  }

  @Override
  public final synchronized Map<String, List<String>> headers() {
    if (headers == null) {
      Map<String, List<String>> byName = new LinkedHashMap<>();
      for (Header header : response.getHeaders()) {
        byName.computeIfAbsent(header.getName().toLowerCase(Locale.ROOT), name -> new ArrayList<>(1))
            .add(header.getValue() == null ? "" : header.getValue());
      }
      headers = Collections.unmodifiableMap(byName);
    }
    return headers;
  }

  @Override
  public final Set<String> secrets() {
    return call.secrets();
  }
}
