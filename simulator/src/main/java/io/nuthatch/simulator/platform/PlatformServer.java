package io.nuthatch.simulator.platform;

import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.websocket.WsRouting;
import io.nuthatch.simulator.SimulatorException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The one HTTP server of all platforms. It listens on loopback and nowhere else. */
public final class PlatformServer implements AutoCloseable {

  private static final Duration GRACE = Duration.ofMillis(100);
  private static final long WATCH_MILLIS = 100;

  private final WebServer server;
  private final Delivery delivery;
  private final Connections connections;
  private final Thread watchman;

  private PlatformServer(WebServer server, Delivery delivery, Connections connections, Thread watchman) {
    this.server = server;
    this.delivery = delivery;
    this.connections = connections;
    this.watchman = watchman;
  }

  /** Starts to serve the given platforms and the paths by which the simulator itself is controlled. */
  public static PlatformServer start(Stage stage, List<Platform> platforms) {
    Delivery delivery = new Delivery();
    List<Platform> all = new ArrayList<>(platforms);
    all.add(new Control(stage));
    WsRouting.Builder sockets = WsRouting.builder();
    all.forEach(platform -> platform.sockets().forEach(sockets::endpoint));
    FrontDesk desk = new FrontDesk(stage, all, delivery);
    WebServer server = WebServer.builder()
        .host("127.0.0.1")
        .port(stage.settings().port())
        .shutdownHook(false)
        .shutdownGracePeriod(GRACE)
        .connectionOptions(options -> options.tcpNoDelay(true))
        .addRouting(HttpRouting.builder().any(desk))
        .addRouting(sockets)
        .build();
    server.start();
    if (!server.isRunning()) {
      throw SimulatorException.callers(
          "port " + stage.settings().port() + " on loopback cannot be used; choose another or 0 for any free one");
    }
    Thread watchman = Thread.ofVirtual().name("stalled-streams").start(() -> watch(stage));
    return new PlatformServer(server, delivery, stage.connections(), watchman);
  }

  /** Ends streams whose clients have stopped reading. */
  private static void watch(Stage stage) {
    try {
      while (true) {
        TimeUnit.MILLISECONDS.sleep(WATCH_MILLIS);
        stage.connections().breakStalled(stage.settings().streams().stall());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    watchman.interrupt();
    delivery.close();
    connections.endAll(Connections.Ending.SHUTDOWN);
    server.stop();
  }
}
