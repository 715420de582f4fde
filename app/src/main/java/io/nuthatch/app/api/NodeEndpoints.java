package io.nuthatch.app.api;

import static io.nuthatch.app.http.Endpoint.Method.GET;
import static io.nuthatch.app.http.Endpoint.doc;

import io.nuthatch.app.Access;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Endpoint;
import io.nuthatch.app.http.Request;
import io.nuthatch.app.node.Events;
import io.nuthatch.app.node.Metrics;
import io.nuthatch.app.node.Node;
import io.nuthatch.app.settings.Settings;
import io.nuthatch.model.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How the node is: health for machines, status for people, figures for Prometheus, events as they happen. */
public final class NodeEndpoints {

  private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

  /** Answer of the liveness check. */
  public record Live(String status) {
  }

  /** The effective settings. */
  public record SettingsList(List<Settings.Line> settings) {
  }

  private final Node node;
  private final Metrics metrics;
  private final Events events;
  private final Settings settings;

  public NodeEndpoints(Node node, Metrics metrics, Events events, Settings settings) {
    this.node = node;
    this.metrics = metrics;
    this.events = events;
    this.settings = settings;
  }

  /** What every node answers, whatever its roles. */
  public List<Endpoint> ofEveryNode() {
    return List.of(
        new Endpoint(GET, "/health/live", Access.NONE,
            doc("node", "Whether the process runs").answers(200, Live.class), request -> Answer.json(new Live("live"))),
        new Endpoint(GET, "/health/ready", Access.NONE,
            doc("node", "Whether every backend answers; 503 when one does not, or the node stops").answers(200,
                Map.class),
            request -> ready()),
        new Endpoint(GET, "/metrics", Access.VIEWER, doc("node", "The node's figures, for Prometheus"),
            request -> Answer.text("text/plain; version=0.0.4; charset=utf-8", metrics.scrape())));
  }

  public List<Endpoint> ofTheApi() {
    return List.of(
        new Endpoint(GET, "/api/v1/node", Access.VIEWER,
            doc("node", "The node, its roles and backends").answers(200, Node.Status.class),
            request -> Answer.json(node.status())),
        new Endpoint(GET, "/api/v1/settings", Access.ADMIN,
            doc("node", "The effective settings and where each came from").answers(200, SettingsList.class),
            request -> Answer.json(new SettingsList(settings.lines()))),
        new Endpoint(GET, "/api/v1/events", Access.VIEWER,
            doc("node", "What happens on the node, as server-sent events"),
            request -> Answer.events(out -> stream(request, out))));
  }

  private Answer ready() {
    Node.Status status = node.status();
    // open to all, so it names the backends and keeps their addresses and faults to itself
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("status", status.ready() ? "ready" : node.health().isStopping() ? "stopping" : "not ready");
    Map<String, String> backends = new TreeMap<>();
    status.backends().forEach(b -> backends.put(b.name(), b.up() ? "up" : "down"));
    answer.put("backends", backends);
    return Answer.json(status.ready() ? 200 : 503, answer);
  }

  /** Goes on until the reader leaves or may no longer listen, which is asked again now and then. */
  private void stream(Request request, OutputStream out) throws IOException {
    try (Events.Listener listener = events.listen()) {
      long checked = System.nanoTime();
      write(out, "retry: 2000\nevent: status\ndata: " + Json.write(node.status()) + "\n\n");
      while (true) {
        Events.Event event = listener.next(KEEP_ALIVE);
        if (System.nanoTime() - checked > KEEP_ALIVE.toNanos()) {
          checked = System.nanoTime();
          if (!request.isStillAllowed(Access.VIEWER)) {
            return;
          }
        }
        write(out, event == null
            ? ": still here\n\n"
            : "id: " + event.id() + "\nevent: " + event.type() + "\ndata: " + event.json() + "\n\n");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
