package io.nuthatch.app.archive;

import static io.nuthatch.app.TestNode.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.nuthatch.app.Nuthatch;
import io.nuthatch.app.TestNode;
import io.nuthatch.archive.SealedWarc;
import io.nuthatch.feed.content.Page;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The archive as people see it: over HTTP and on the command line. */
class ArchiveApiTest {

  @TempDir
  private Path directory;
  private SealedWarc warc;
  private String post;
  private TestNode node;

  @BeforeEach
  void start() {
    try (ArchiveRoom room = new ArchiveRoom(directory)) {
      warc = room.capture(ArchiveRoom.page(0, 5), ArchiveRoom.page(4, 8));
      post = Long.toString(room.content.inCollection("c", Page.newest(8)).get(3).id());
    }
    node = TestNode.start(directory);
  }

  @AfterEach
  void stop() {
    node.close();
  }

  private JsonNode finished(HttpResponse<String> asked) {
    assertThat(asked.statusCode()).as(asked.body()).isEqualTo(202);
    String path = "/api/v1/archive/tasks/" + json(asked).path("id").asLong();
    await().atMost(Duration.ofSeconds(60)).until(() -> !json(node.get(path)).path("finished_at").isNull());
    return json(node.get(path));
  }

  private String run(String... arguments) {
    StringWriter out = new StringWriter();
    int code = Nuthatch.commandLine().setOut(new PrintWriter(out)).execute(arguments);
    return code + " " + out;
  }

  @Test
  void file_isShownListedAndGiven() {
    assertThat(json(node.get("/api/v1/warcs/" + warc.id())).path("sha1").asString()).isEqualTo(warc.sha1());
    JsonNode first = json(node.get("/api/v1/warcs/" + warc.id() + "/items?limit=5"));
    assertThat(first.path("items")).hasSize(5);
    JsonNode second = json(node.get("/api/v1/warcs/" + warc.id() + "/items?limit=5&cursor="
        + first.path("next_cursor").asString()));
    assertThat(second.path("items").findValuesAsString("name")).containsExactly("twitter:1004", "twitter:1005",
        "twitter:1006", "twitter:1007");
    HttpResponse<String> file = node.get("/api/v1/warcs/" + warc.id() + "/file");
    assertThat(file.headers().firstValue("content-type")).contains("application/warc");
    assertThat(file.headers().firstValue("content-length")).contains(Long.toString(warc.bytes()));
    assertThat(node.get("/api/v1/warcs/nothing").statusCode()).isEqualTo(404);
    assertThat(node.get("/api/v1/warcs/nothing/file").statusCode()).isEqualTo(404);
    assertThat(node.send("GET", "/api/v1/warcs/" + warc.id(), "", "").statusCode()).isEqualTo(401);
  }

  @Test
  void post_isShownWithItsCurve() {
    JsonNode shown = json(node.get("/api/v1/posts/" + post));
    assertThat(shown.path("id").asString()).isEqualTo(post);
    assertThat(shown.path("post").path("wording").path("text").asString()).isEqualTo("text 4");
    assertThat(shown.path("collections").findValuesAsString("collection")).containsExactly("c");
    assertThat(json(node.get("/api/v1/posts/" + post + "/observations")).path("observations")).hasSize(2);
    assertThat(node.get("/api/v1/posts/1").statusCode()).isEqualTo(404);
    assertThat(node.get("/api/v1/posts/abc").statusCode()).isEqualTo(404);
  }

  @Test
  void postOfAHiddenCollection_isNotFound() {
    String token = json(node.post("/api/v1/tokens", "{\"label\":\"reader\",\"role\":\"viewer\"}")).path("secret")
        .asString("");
    assertThat(token).isNotEmpty();
    assertThat(node.send("GET", "/api/v1/posts/" + post, token, "").statusCode()).isEqualTo(404);
    assertThat(node.send("GET", "/api/v1/posts/" + post + "/observations", token, "").statusCode()).isEqualTo(404);
    assertThat(node.send("GET", "/api/v1/warcs/" + warc.id() + "/file", token, "").statusCode()).isEqualTo(404);
    assertThat(node.send("POST", "/api/v1/archive/rebuild", token, "{}").statusCode()).isEqualTo(403);
  }

  @Test
  void takedown_isCarriedOutAndAudited() {
    JsonNode task = finished(node.post("/api/v1/archive/takedowns",
        "{\"posts\":[\"" + post + "\"],\"reason\":\"asked for\",\"requested_by\":\"the author\"}"));
    assertThat(task.path("state").asString()).as("%s", task).isEqualTo("done");
    assertThat(node.get("/api/v1/posts/" + post).statusCode()).isEqualTo(404);
    assertThat(json(node.get("/api/v1/warcs/" + warc.id() + "/items")).path("items")).hasSize(7);
    assertThat(node.get("/api/v1/audit").body()).contains("archive.takedown");
    assertThat(node.send("DELETE", "/api/v1/posts/" + post + "/removal", TestNode.ADMIN, "").statusCode())
        .isEqualTo(204);
    assertThat(node.post("/api/v1/archive/takedowns", "{\"posts\":[\"x\"],\"reason\":\"r\",\"requested_by\":\"w\"}")
        .statusCode()).isEqualTo(400);
    assertThat(node.post("/api/v1/archive/takedowns", "{\"posts\":[\"5\"],\"reason\":\"r\",\"requested_by\":\"w\"}")
        .statusCode()).isEqualTo(404);
  }

  @Test
  void fixityAndRebuild_byCommand() {
    String data = directory.toString();
    assertThat(run("warc", "fixity", "--now", "--data", data)).startsWith("0 ").contains("good 1");
    assertThat(run("rebuild", "--fresh", "--data", data)).startsWith("0 ").contains("\"posts\":9");
    assertThat(run("warc", "verify", warc.id(), "--data", data)).startsWith("0 ").contains("\"good\":true");
    assertThat(run("warc", "ls", "--data", data)).contains(warc.id());
    assertThat(run("takedown", post, "--reason", "r", "--requested-by", "w", "--data", data)).startsWith("0 ");
    assertThat(json(node.get("/api/v1/archive/tasks")).path("tasks")).hasSize(4);
  }
}
