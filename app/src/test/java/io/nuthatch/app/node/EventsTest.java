package io.nuthatch.app.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.app.TestNode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventsTest {

  @TempDir
  private Path directory;

  @Test
  void listener_hearsWhatIsToldAfterItCame() throws InterruptedException {
    Events events = new Events();
    events.tell("before", Map.of());
    try (Events.Listener listener = events.listen()) {
      events.tell("harvest", Map.of("items", 3));
      Events.Event event = Objects.requireNonNull(listener.next(Duration.ofSeconds(5)));
      assertThat(event.type()).isEqualTo("harvest");
      assertThat(event.json()).isEqualTo("{\"items\":3}");
      assertThat(listener.next(Duration.ofMillis(1))).isNull();
    }
    assertThat(events.listeners()).isZero();
  }

  @Test
  void slowListener_losesTheOldestAndIsTold() throws InterruptedException {
    Events events = new Events();
    try (Events.Listener listener = events.listen()) {
      for (int i = 0; i < 1500; i++) {
        events.tell("n", i);
      }
      Events.Event first = Objects.requireNonNull(listener.next(Duration.ofSeconds(5)));
      assertThat(first.type()).isEqualTo("lost");
      assertThat(first.json()).isEqualTo("{\"events\":500}");
      assertThat(Objects.requireNonNull(listener.next(Duration.ofSeconds(5))).json()).isEqualTo("500");
    }
  }

  @Test
  void stream_beginsWithTheStatusAndGoesOn() throws Exception {
    try (TestNode node = TestNode.start(directory);
        HttpClient http = HttpClient.newHttpClient();
        BufferedReader reader = new BufferedReader(new InputStreamReader(http.send(
            HttpRequest.newBuilder(node.at("/api/v1/events")).header("Authorization", "Bearer " + TestNode.ADMIN)
                .build(),
            BodyHandlers.ofInputStream()).body(), StandardCharsets.UTF_8))) {
      assertThat(reader.readLine()).isEqualTo("retry: 2000");
      assertThat(reader.readLine()).isEqualTo("event: status");
      assertThat(reader.readLine()).startsWith("data: {\"node\":\"nuthatch\"");
      assertThat(reader.readLine()).isEmpty();
      assertThat(reader.readLine()).as("the next beat, within two seconds").startsWith("id: ");
    }
  }
}
