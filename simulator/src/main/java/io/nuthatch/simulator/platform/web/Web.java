package io.nuthatch.simulator.platform.web;

import io.nuthatch.simulator.platform.Access;
import io.nuthatch.simulator.platform.Call;
import io.nuthatch.simulator.platform.Caller;
import io.nuthatch.simulator.platform.Endpoint;
import io.nuthatch.simulator.platform.Gate;
import io.nuthatch.simulator.platform.Gate.Admission.Admitted;
import io.nuthatch.simulator.platform.Incoming;
import io.nuthatch.simulator.platform.Links;
import io.nuthatch.simulator.platform.Platform;
import io.nuthatch.simulator.platform.Quota;
import io.nuthatch.simulator.platform.QuotaState;
import io.nuthatch.simulator.platform.Refusal;
import io.nuthatch.simulator.platform.Reply;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The web under {@code /web/host/path}, and under the path alone for requests that name another host than loopback.
 * Every host has something under every path: a picture, a film or a page, as the name says.
 */
public final class Web implements Platform {

  static final String PREFIX = Links.WEB;

  private final Map<String, Content> put = new ConcurrentHashMap<>();
  private volatile Robots robots = Robots.OPEN;

  @Override
  public String name() {
    return "web";
  }

  @Override
  public String prefix() {
    return PREFIX;
  }

  /** The robots.txt at the root of the server, which counts for all hosts that are parts of a path. */
  public void robots(Robots file) {
    robots = file;
  }

  /**
   * Puts something of a test's own under an address.
   *
   * @param place host and path, such as {@code news.example.com/a.html}
   */
  public void put(String place, String contentType, byte[] body, Instant modified) {
    put.put(place, new Content(contentType, body.clone(), modified));
  }

  /** As much of a document as the client wants: nothing if it has it already, one range of it, or all. */
  public static Reply.Document document(Incoming incoming, String contentType, byte[] body, Instant modified) {
    return new Selection(incoming, new Content(contentType, body, modified)).reply();
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(Endpoint.get("/robots.txt", Access.ANYONE, Quota.UNLIMITED, call -> robots.reply()),
        Endpoint.either(PREFIX + "/*", Access.ANYONE, Quota.UNLIMITED, this::answer));
  }

  @Override
  public Gate gate() {
    return incoming -> new Admitted(Caller.NOBODY);
  }

  @Override
  public Reply refuse(Refusal refusal, Call call) {
    int status = switch (refusal) {
      case NO_SUCH_PATH -> 404;
      case WRONG_METHOD -> 405;
      case RATE_LIMITED -> 429;
      default -> 500;
    };
    return new Reply.Document(status, Map.of(), "text/plain; charset=utf-8",
        (status + "\n").getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Map<String, String> headers(QuotaState state) {
    return Map.of();
  }

  private Reply answer(Call call) {
    Address address = Address.of(call.incoming());
    Content own = put.get(address.host() + address.path());
    if (own != null) {
      return new Selection(call.incoming(), own).reply();
    }
    if (address.host().equals(Links.SHORTENER)) {
      return Links.target(address.segment(0))
          .map(target -> Oddities.moved(301, address.at(target)))
          .orElseGet(() -> refuse(Refusal.NO_SUCH_PATH, call));
    }
    if (address.path().equals("/robots.txt")) {
      return robots(address.host()).reply();
    }
    Optional<Reply> odd = new Oddities(call, address).answer();
    return odd.orElseGet(() -> new Selection(call.incoming(),
        Content.of(address.key(), address)).reply());
  }

  private static Robots robots(String host) {
    String word = host.substring(0, Math.max(0, host.indexOf('.'))).toUpperCase(Locale.ROOT);
    for (Robots known : Robots.values()) {
      if (known.name().equals(word)) {
        return known;
      }
    }
    return Robots.OPEN;
  }
}
