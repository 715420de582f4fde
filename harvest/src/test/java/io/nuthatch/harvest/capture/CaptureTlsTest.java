package io.nuthatch.harvest.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.harvest.HarvestException;
import io.nuthatch.harvest.HttpCall;
import io.nuthatch.harvest.capture.CaptureException.Failure;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Secure connections: what is captured is what was said inside them, and only whom one believes is spoken to. */
final class CaptureTlsTest {

  @TempDir
  static Path directory;

  @SuppressWarnings("NullAway.Init") // set before all tests
  private static SelfSigned certificate;

  @BeforeAll
  static void certify() throws Exception {
    certificate = SelfSigned.create(directory, "ip:127.0.0.1");
  }

  private CaptureClient client(@Nullable Path trust) {
    return CaptureClient.create(CaptureSettings.standard("nuthatch/test", directory).withTrust(trust),
        AddressPolicy.ANY,
        Clock.systemUTC());
  }

  private static HttpCall get(URI uri) {
    return new HttpCall("GET", uri, List.of(), null, Set.of());
  }

  @Test
  void captureIsAboveTls_andTheConnectionIsUsedAgain() throws Exception {
    try (RawServer server = RawServer.on(certificate.listen(), "https",
        exchange -> exchange.say("HTTP/1.1 200 OK\nContent-Length: 6\n\nsecret"));
        CaptureClient client = client(certificate.pem())) {
      for (int i = 0; i < 3; i++) {
        try (Capture capture = client.execute(get(server.uri("/x")))) {
          assertThat(new String(capture.request(), StandardCharsets.US_ASCII)).startsWith("GET /x HTTP/1.1\r\n");
          assertThat(capture.body().readAllBytes()).asString().isEqualTo("secret");
        }
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void certificateNobodyVouchesFor_orForAnotherName_isRefused() throws Exception {
    try (RawServer server = RawServer.on(certificate.listen(), "https", exchange -> exchange.say("never"));
        CaptureClient distrustful = client(null);
        CaptureClient trusting = client(certificate.pem())) {
      assertInsecure(distrustful, server.uri("/"));
      assertInsecure(trusting, URI.create("https://localhost:" + server.port() + "/"));
      assertThat(server.requests()).isEmpty();
    }
  }

  private static void assertInsecure(CaptureClient client, URI uri) {
    assertThatThrownBy(() -> client.execute(get(uri))).isInstanceOfSatisfying(CaptureException.class,
        e -> assertThat(e.failure()).isEqualTo(Failure.INSECURE));
  }

  @Test
  void secureConnectionCutWithoutFarewell_doesNotEndABodyWhole() throws Exception {
    try (RawServer server = RawServer.on(certificate.listen(), "https", exchange -> {
      exchange.say("HTTP/1.1 200 OK\nContent-Length: 100\n\nsome");
      exchange.hangUp();
    }); CaptureClient client = client(certificate.pem()); Capture capture = client.execute(get(server.uri("/")))) {
      assertThat(capture.truncated()).isEqualTo("disconnect");
    }
  }

  @Test
  void trustThatIsNoCertificate_isTold() throws Exception {
    Path nonsense = Files.writeString(directory.resolve("nonsense.pem"), "nonsense");
    assertThatThrownBy(() -> client(nonsense)).isInstanceOf(HarvestException.class)
        .hasMessageContaining("nonsense.pem");
  }
}
