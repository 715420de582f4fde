package io.nuthatch.app.api;

import static io.nuthatch.app.TestNode.ADMIN;
import static io.nuthatch.app.TestNode.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.app.Nuthatch;
import io.nuthatch.app.TestNode;
import io.nuthatch.queue.Job;
import io.nuthatch.queue.NewJob;
import io.nuthatch.queue.QueueTime;
import io.nuthatch.queue.embedded.EmbeddedJobQueue;
import io.nuthatch.queue.embedded.EmbeddedSettings;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The queue as people see it: over HTTP and on the command line. */
class JobApiTest {

  @TempDir
  private Path directory;
  private TestNode node;

  @BeforeEach
  void start() {
    try (EmbeddedJobQueue queue = EmbeddedJobQueue.open(directory.resolve("queue"), EmbeddedSettings.defaults(),
        QueueTime.system())) {
      queue.schedule(List.of(NewJob.in("mail", "first", Duration.ZERO), NewJob.in("mail", "second", Duration.ZERO)));
      List<Job> taken = queue.take("mail", 2, Duration.ofMinutes(1));
      queue.bury(taken.stream().map(Job::lease).toList(), "the letter box is full");
      queue.schedule(List.of(NewJob.in("mail", "tomorrow", Duration.ofHours(20)),
          NewJob.in("mail", new byte[]{(byte) 0xff}, Duration.ofDays(3))));
    }
    node = TestNode.start(directory);
  }

  @AfterEach
  void stop() {
    node.close();
  }

  private String run(String... arguments) {
    StringWriter out = new StringWriter();
    int code = Nuthatch.commandLine().setOut(new PrintWriter(out)).execute(arguments);
    return code + " " + out;
  }

  private JsonNode mail() {
    return json(node.get("/api/v1/queue")).path("namespaces").valueStream()
        .filter(counts -> counts.path("namespace").asString().equals("mail")).findFirst().orElseThrow();
  }

  @Test
  void counts_areByNamespaceAndState() {
    JsonNode mail = mail();
    assertThat(mail.path("delayed").asInt()).isEqualTo(2);
    assertThat(mail.path("buried").asInt()).isEqualTo(2);
    assertThat(json(node.get("/api/v1/node")).path("depths").path("jobs waiting").asInt()).isGreaterThanOrEqualTo(2);
    assertThat(node.get("/metrics").body()).contains("nuthatch_queue_buried");
    assertThat(json(node.get("/api/v1/queue/mail/due")).path("due").findValuesAsString("jobs"))
        .containsExactly("0", "0", "0", "0", "0", "1", "1", "0", "0");
  }

  @Test
  void buriedJob_isShownWithItsReasonAndKicked() {
    JsonNode buried = json(node.get("/api/v1/queue/mail/jobs?state=buried")).path("jobs");
    assertThat(buried.findValuesAsString("last_error")).containsOnly("the letter box is full");
    assertThat(buried.findValuesAsString("data")).containsExactlyInAnyOrder("first", "second");
    String id = buried.path(0).path("id").asString();

    assertThat(json(node.post("/api/v1/queue/mail/kick", "{\"ids\":[\"" + id + "\"]}")).path("jobs").asInt()).isOne();
    assertThat(json(node.post("/api/v1/queue/mail/kick", "{}")).path("jobs").asInt()).isOne();
    assertThat(mail().path("ready").asInt()).isEqualTo(2);
    assertThat(node.get("/api/v1/audit").body()).contains("job.kick");
  }

  @Test
  void cancelAndPurge_removeJobs() {
    JsonNode waiting = json(node.get("/api/v1/queue/mail/jobs")).path("jobs");
    assertThat(waiting.path(1).path("base64").asString()).as("not text").isEqualTo("/w==");
    String id = waiting.path(0).path("id").asString();
    assertThat(node.send("DELETE", "/api/v1/queue/jobs/" + id, ADMIN, "").statusCode()).isEqualTo(204);
    assertThat(node.send("DELETE", "/api/v1/queue/jobs/" + id, ADMIN, "").statusCode()).isEqualTo(404);
    assertThat(json(node.post("/api/v1/queue/mail/purge", "")).path("jobs").asInt()).isEqualTo(3);
  }

  @Test
  void nonsense_isRefused() {
    assertThat(node.get("/api/v1/queue/none/jobs").statusCode()).isEqualTo(404);
    assertThat(node.get("/api/v1/queue/mail/jobs?state=asleep").body()).contains("waiting, leased or buried");
    assertThat(node.send("DELETE", "/api/v1/queue/jobs/x", ADMIN, "").body()).contains("a job id looks like");
    assertThat(node.post("/api/v1/queue/mail/kick", "{\"ids\":[\"?\"]}").statusCode()).isEqualTo(400);
  }

  @Test
  void commandLine_looksKicksAndCancels() {
    String data = directory.toString();
    assertThat(run("queue", "status", "--data", data)).startsWith("0 NAMESPACE").contains("mail");
    assertThat(run("queue", "buried", "mail", "--data", data)).contains("the letter box is full");
    assertThat(run("queue", "kick", "mail", "--data", data)).isEqualTo("0 kicked 2" + System.lineSeparator());
    String id = json(node.get("/api/v1/queue/mail/jobs")).path("jobs").path(0).path("id").asString();
    assertThat(run("queue", "cancel", id, "--data", data)).contains("cancelled " + id);
    assertThat(run("queue", "peek", "mail", "--json", "--data", data)).contains("\"tomorrow\"");
  }
}
