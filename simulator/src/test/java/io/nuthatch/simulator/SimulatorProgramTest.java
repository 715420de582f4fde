package io.nuthatch.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.model.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class SimulatorProgramTest {

  @Test
  @Tag("slow")
  void process_saysWhenItIsReady_servesAndEndsAtOnceOnSigterm() throws Exception {
    Process process = start("--accounts", "50", "--seed", "7", "--speed", "1000");
    try (BufferedReader out = process.inputReader()) {
      String ready = out.readLine();
      assertThat(ready).startsWith("ready http=http://127.0.0.1:");
      JsonNode credential = Json.tree(out.readLine());
      HttpResponse<String> answer = HttpClient.newHttpClient()
          .send(HttpRequest
              .newBuilder(URI.create(ready.substring("ready http=".length()) + "/1.1/search/tweets.json?q=the"))
              .header("Authorization", "Bearer " + credential.path("bearer_token").asString())
              .build(), HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(Json.tree(out.readLine()).propertyNames()).contains("twitter1", "twitter2", "flickr", "web");
      process.destroy();
      assertThat(process.waitFor(3, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void wrongOptions_areRefusedByName() {
    assertThatThrownBy(() -> SimulatorProgram.options(new String[]{"--colour", "red"}))
        .hasMessageContaining("--colour");
    assertThatThrownBy(() -> SimulatorProgram.options(new String[]{"--port"})).hasMessageContaining("needs a value");
    assertThatThrownBy(() -> SimulatorProgram.start(Map.of("accounts", "-5"), Clock.systemUTC()))
        .hasMessageContaining("-5");
    assertThatThrownBy(() -> SimulatorProgram.start(Map.of("links", "away"), Clock.systemUTC()))
        .hasMessageContaining("away");
    assertThatThrownBy(() -> SimulatorProgram.start(Map.of("port", "x"), Clock.systemUTC()))
        .isInstanceOf(NumberFormatException.class);
  }

  private static Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-cp", System.getProperty("java.class.path"), SimulatorProgram.class.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }
}
