package io.nuthatch.harvest.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.harvest.HttpCall;
import io.nuthatch.harvest.capture.CaptureException.Failure;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.apache.hc.client5.http.DnsResolver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connections go to addresses that were allowed, and to no others. */
final class AddressPolicyTest {

  @TempDir
  Path directory;

  /** Says something else each time it is asked, as a name that changes hands does. */
  private static final class ChangingNames implements DnsResolver {

    private final Deque<InetAddress[]> answers = new ArrayDeque<>();

    ChangingNames then(String... addresses) throws UnknownHostException {
      InetAddress[] answer = new InetAddress[addresses.length];
      for (int i = 0; i < addresses.length; i++) {
        answer[i] = InetAddress.ofLiteral(addresses[i]);
      }
      answers.add(answer);
      return this;
    }

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
      InetAddress[] answer = answers.poll();
      if (answer == null) {
        throw new UnknownHostException(host);
      }
      return answer;
    }

    @Override
    public String resolveCanonicalHostname(String host) {
      return host;
    }
  }

  private CaptureClient client(DnsResolver names) {
    return CaptureClient.create(CaptureSettings.standard("nuthatch/test", directory), names,
        (host, address) -> !address.getHostAddress().equals("127.0.0.2"), Clock.systemUTC());
  }

  private static HttpCall get(String uri) {
    return new HttpCall("GET", URI.create(uri), List.of(), null, Set.of());
  }

  @Test
  void nameThatChangesHands_isCheckedEachTimeAConnectionIsMade() throws Exception {
    try (RawServer server = RawServer
        .start(exchange -> exchange.say("HTTP/1.1 200 OK\nConnection: close\nContent-Length: 2\n\nok"));
        CaptureClient client = client(new ChangingNames().then("127.0.0.1").then("127.0.0.2"))) {
      String uri = "http://name_with.example:" + server.port() + "/";
      client.execute(get(uri)).close();
      assertThatThrownBy(() -> client.execute(get(uri))).isInstanceOfSatisfying(CaptureException.class,
          e -> assertThat(e.failure()).isEqualTo(Failure.REFUSED_ADDRESS));
      assertThatThrownBy(() -> client.execute(get(uri))).isInstanceOfSatisfying(CaptureException.class,
          e -> assertThat(e.failure()).isEqualTo(Failure.UNKNOWN_HOST));
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void hostWithSomeAddressesAllowed_isReachedByThose() throws Exception {
    try (RawServer server = RawServer.start(exchange -> exchange.say("HTTP/1.1 200 OK\nContent-Length: 2\n\nok"));
        CaptureClient client = client(new ChangingNames().then("127.0.0.2", "127.0.0.1"));
        Capture capture = client.execute(get("http://two.example:" + server.port() + "/"))) {
      assertThat(capture.peer()).isEqualTo(InetAddress.getLoopbackAddress());
    }
  }
}
