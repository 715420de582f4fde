package io.nuthatch.simulator.platform;

import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.websocket.WsRouting;
import io.nuthatch.simulator.SimulatorException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The one HTTP server of all platforms. It listens on loopback and nowhere else. */
public final class PlatformServer implements AutoCloseable {

  private static final Duration GRACE = Duration.ofMillis(100);

  private final WebServer server;
  private final Delivery delivery;

  private PlatformServer(WebServer server, Delivery delivery) {
    this.server = server;
    this.delivery = delivery;
  }

  /** Starts to serve the given platforms and the paths by which the simulator itself is controlled. */
  public static PlatformServer start(Stage stage, List<Platform> platforms) {
    Delivery delivery = new Delivery();
    List<Platform> all = new ArrayList<>(platforms);
    all.add(new Control(stage));
    WsRouting.Builder sockets = WsRouting.builder();
    all.forEach(platform -> platform.sockets().forEach(sockets::endpoint));
    FrontDesk desk = new FrontDesk(stage, all, delivery);
    WebServer server = WebServer.builder().host("127.0.0.1").port(stage.settings().port()).shutdownHook(false)
        .shutdownGracePeriod(GRACE).addRouting(HttpRouting.builder().any(desk)).addRouting(sockets).build();
    try {
      server.start();
    } catch (RuntimeException e) {
      throw new SimulatorException(SimulatorException.Kind.CALLER, "port " + stage.settings().port()
          + " on loopback cannot be used; choose another or 0 for any free one", e);
    }
    return new PlatformServer(server, delivery);
  }

  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    delivery.close();
    server.stop();
  }
}
