package io.nuthatch.app.http;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.nuthatch.app.settings.Network;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Where a request came from: the address that counts, whether the way here was encrypted, and the host that was asked
 * for. Forwarding headers are believed only as far as they were written by a named proxy; where the settings give the
 * address people use, that decides over both.
 */
public record Origin(String address, boolean secure, String host) {

  static Origin of(ServerRequest request, HttpSettings settings) {
    Origin asSeen = of(request, settings.trustedProxies());
    URI known = settings.publicUrl();
    return known == null
        ? asSeen
        : new Origin(asSeen.address, known.getScheme().equals("https"), known.getRawAuthority());
  }

  /** The address that was asked, without a path. */
  public String url() {
    return (secure ? "https://" : "http://") + host;
  }

  private static Origin of(ServerRequest request, List<Network> trusted) {
    String peer = request.remotePeer().address() instanceof InetSocketAddress a && a.getAddress() != null
        ? a.getAddress().getHostAddress()
        : request.remotePeer().host();
    String host = request.headers().first(HeaderNames.HOST).orElse("localhost");
    if (!isTrusted(peer, trusted)) {
      return new Origin(peer, request.isSecure(), host);
    }
    boolean secure = request.headers().first(HeaderNames.X_FORWARDED_PROTO)
        .map(proto -> proto.strip().toLowerCase(Locale.ROOT).equals("https")).orElse(request.isSecure());
    String forwardedHost = request.headers().first(HeaderNames.X_FORWARDED_HOST).map(String::strip).orElse(host);
    return new Origin(clientBehind(peer, request, trusted), secure, forwardedHost);
  }

  /** The last address in the chain that no trusted proxy vouches for as another proxy: read from the end. */
  private static String clientBehind(String peer, ServerRequest request, List<Network> trusted) {
    List<String> chain = new ArrayList<>();
    if (request.headers().contains(HeaderNames.X_FORWARDED_FOR)) {
      for (String value : request.headers().get(HeaderNames.X_FORWARDED_FOR).allValues(true)) {
        chain.add(value.strip());
      }
    }
    String client = peer;
    for (String hop : chain.reversed()) {
      Optional<Network> address = Network.parse(hop);
      if (address.isEmpty()) {
        break;
      }
      client = hop;
      if (!isTrusted(hop, trusted)) {
        break;
      }
    }
    return client;
  }

  private static boolean isTrusted(String address, List<Network> trusted) {
    Optional<InetAddress> literal = Network.parse(address).map(Network::address);
    return literal.isPresent() && trusted.stream().anyMatch(network -> network.contains(literal.get()));
  }
}
