package io.nuthatch.app.http;

import io.helidon.common.configurable.Resource;
import io.helidon.common.pki.Keys;
import io.helidon.common.tls.Tls;
import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.PathMatcher;
import io.helidon.http.PathMatchers;
import io.helidon.http.Status;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import io.nuthatch.app.AppException;
import io.nuthatch.app.Problem;
import io.nuthatch.app.security.Gate;
import io.nuthatch.model.NuthatchException.Kind;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listening server: every endpoint as a route, one virtual thread per connection. Anything that goes wrong, from a
 * malformed request line to a fault of ours, is answered with a problem document.
 *
 * <p>Stopping is graceful: what runs may finish within the drain time, streams are told to end.
 */
public final class HttpServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);
  private static final int MAX_HEADERS = 32 * 1024;
  /** A body that is too large is heard to its end and refused; one larger still by this is cut off. */
  private static final int CUT_OFF = 4;

  private final HttpSettings settings;
  private final WebServer server;
  private final Pipeline pipeline;
  private final @Nullable Keys keys;

  private HttpServer(HttpSettings settings, WebServer server, Pipeline pipeline, @Nullable Keys keys) {
    this.settings = settings;
    this.server = server;
    this.pipeline = pipeline;
    this.keys = keys;
  }

  /** Starts listening; problems of pages are shown to browsers by the given page. */
  public static HttpServer start(HttpSettings settings, List<Endpoint> endpoints, Gate gate, RequestMeter meter,
      Function<Problem, Answer> problemPage) {
    refuseTakenPort(settings);
    Keys keys = settings.tls() == null ? null : keys(settings.tls());
    Pipeline pipeline = new Pipeline(settings, gate, meter, problemPage);
    HttpRouting.Builder routing = HttpRouting.builder();
    for (Endpoint endpoint : endpoints) {
      PathMatcher path = PathMatchers.create(endpoint.path().endsWith("/") ? endpoint.path() : endpoint.path() + "[/]");
      routing.route(Method.create(endpoint.method().name()), path,
          (req, res) -> pipeline.serve(endpoint, req, res));
      if (endpoint.method() == Endpoint.Method.GET) {
        routing.route(Method.HEAD, path, (req, res) -> pipeline.serve(endpoint, req, res));
      }
    }
    Missing missing = new Missing(endpoints);
    routing.any((req, res) -> pipeline.serve(missing.endpoint(req), req, res));
    WebServerConfig.Builder config = WebServer.builder().host(settings.bind()).port(settings.port())
        .routing(routing).shutdownHook(false).shutdownGracePeriod(Duration.ofMillis(500))
        .maxPayloadSize(CUT_OFF * settings.limits().maxBody()).maxTcpConnections(settings.limits().maxConnections())
        .idleConnectionTimeout(settings.limits().idle())
        .directHandlers(problemsOfTransport(CUT_OFF * settings.limits().maxBody()))
        .connectionOptions(socket -> socket.readTimeout(settings.limits().idle()).tcpNoDelay(true))
        .addProtocol(Http1Config.builder().maxHeadersSize(MAX_HEADERS).validateRequestHeaders(true).build());
    if (keys != null) {
      config.tls(Tls.builder().privateKey(keys).privateKeyCertChain(keys).build());
    }
    try {
      return new HttpServer(settings, config.build().start(), pipeline, keys);
    } catch (RuntimeException e) {
      throw new AppException(Kind.CALLER,
          "cannot listen on " + settings.bind() + " port " + settings.port() + ": " + root(e).getMessage(), e);
    }
  }

  public int port() {
    return server.port();
  }

  /** The address to reach this server at from the same machine. */
  public String localAddress() {
    boolean any = settings.bind().equals("0.0.0.0") || settings.bind().equals("::");
    String host = any ? "127.0.0.1" : settings.bind();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port();
  }

  public String url() {
    return (keys == null ? "http://" : "https://") + localAddress();
  }

  /** The certificate the server shows, if it speaks TLS. */
  public Optional<X509Certificate> certificate() {
    return Optional.ofNullable(keys).map(k -> k.certChain().getFirst());
  }

  /** Lets running requests finish, ends streams, then stops listening. */
  @Override
  public void close() {
    pipeline.beginDrain();
    try {
      if (!pipeline.awaitIdle(settings.limits().drain())) {
        LOG.warn("{} requests were still running after {} s and are cut off", pipeline.running(),
            settings.limits().drain().toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    server.stop();
    pipeline.close();
  }

  /** The server underneath binds with address reuse and reports late; asking first gives a clear answer early. */
  private static void refuseTakenPort(HttpSettings settings) {
    try {
      InetAddress address = InetAddress.getByName(settings.bind());
      if (settings.port() != 0) {
        new ServerSocket(settings.port(), 1, address).close();
      }
    } catch (BindException e) {
      throw new AppException(Kind.CALLER, "cannot listen on " + settings.bind() + " port " + settings.port() + ": "
          + e.getMessage() + "; choose another with --http-port (0 takes any free one)", e);
    } catch (UnknownHostException e) {
      throw new AppException(Kind.CALLER, "http.bind: there is no address '" + settings.bind() + "' on this machine",
          e);
    } catch (IOException e) {
      throw new AppException(Kind.CALLER,
          "cannot listen on " + settings.bind() + " port " + settings.port() + ": " + e.getMessage(), e);
    }
  }

  private static Keys keys(HttpSettings.Tls files) {
    try {
      return Keys.builder().pem(pem -> pem.key(Resource.create(files.key()))
          .certChain(Resource.create(files.certificate()))).build();
    } catch (RuntimeException e) {
      throw new AppException(Kind.CALLER, "TLS: " + files.certificate() + " and " + files.key()
          + " are not a certificate chain and its PKCS #8 key in PEM: " + root(e).getMessage(), e);
    }
  }

  /** What the transport refuses before any route is asked. */
  private static DirectHandlers problemsOfTransport(long maxBody) {
    DirectHandlers.Builder handlers = DirectHandlers.builder();
    DirectHandler handler = (request, event, status, headers, message) -> {
      Problem.Type type = switch (status.code()) {
        case 413 -> Problem.Type.TOO_LARGE;
        case 403 -> Problem.Type.FORBIDDEN;
        case 500 -> Problem.Type.FAILED;
        case 503 -> Problem.Type.UNAVAILABLE;
        default -> Problem.Type.BAD_REQUEST;
      };
      String detail = switch (type) {
        case TOO_LARGE -> "the body is larger than " + maxBody + " bytes";
        case FAILED -> "the request could not be served";
        default -> message == null ? "the request is not HTTP as it should be" : message;
      };
      Answer answer = ProblemDocument.of(type.status(), type, detail, null);
      DirectHandler.TransportResponse.Builder response = DirectHandler.TransportResponse.builder()
          .status(Status.create(type.status())).keepAlive(false).entity(answer.body())
          .header(HeaderNames.CONTENT_TYPE, answer.contentType());
      return response.build();
    };
    for (DirectHandler.EventType event : DirectHandler.EventType.values()) {
      handlers.addHandler(event, handler);
    }
    return handlers.build();
  }

  private static Throwable root(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }
}
