package io.nuthatch.app.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.nuthatch.app.Access;
import io.nuthatch.app.Problem;
import io.nuthatch.app.security.Caller;
import io.nuthatch.app.security.Gate;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of every request: who is it, may they, answer within the time, with the headers that keep browsers safe.
 */
final class Pipeline implements AutoCloseable {

  /** Nothing is loaded from elsewhere, nothing inline runs, nobody frames us. */
  static final String CONTENT_SECURITY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
      + " media-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none';"
      + " frame-ancestors 'none'";

  private static final Logger LOG = LoggerFactory.getLogger(Pipeline.class);

  private final HttpSettings settings;
  private final Gate gate;
  private final RequestMeter meter;
  private final Function<Problem, Answer> problemPage;
  private final InFlight inFlight = new InFlight();
  private final ScheduledExecutorService alarms = Executors
      .newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name("http-deadlines").factory());

  Pipeline(HttpSettings settings, Gate gate, RequestMeter meter, Function<Problem, Answer> problemPage) {
    this.problemPage = problemPage;
    this.settings = settings;
    this.gate = gate;
    this.meter = meter;
  }

  void serve(Endpoint endpoint, ServerRequest request, ServerResponse response) {
    long began = System.nanoTime();
    Answer answer;
    try (InFlight.Ticket _ = inFlight.enter()) {
      answer = answer(endpoint, request);
      if (answer.stream() == null || isHead(request)) {
        send(answer, request, response);
      }
    }
    if (answer.stream() != null && !isHead(request)) {
      stream(answer, response);
    }
    meter.answered(request.prologue().method().text(), endpoint.path(), answer.status(),
        Duration.ofNanos(System.nanoTime() - began));
  }

  private Answer answer(Endpoint endpoint, ServerRequest helidon) {
    try (Alarm alarm = new Alarm(settings.limits().request())) {
      try {
        return endpoint.handler().handle(admitted(endpoint, helidon));
      } catch (RuntimeException e) {
        throw alarm.rang()
            ? Problem.of(Problem.Type.UNAVAILABLE,
                "the request took longer than " + settings.limits().request().toSeconds() + " s", e)
            : e;
      }
    } catch (RuntimeException e) {
      Problem problem = ProblemDocument.asProblem(e);
      boolean forPeople = endpoint.isPage()
          && helidon.headers().first(HeaderNames.ACCEPT).orElse("").contains("text/html");
      return forPeople ? page(problem, endpoint, helidon) : ProblemDocument.of(problem);
    }
  }

  /** The request, once it is clear that its caller may. Endpoints open to all do not ask who it is. */
  private Request admitted(Endpoint endpoint, ServerRequest helidon) {
    Origin origin = Origin.of(helidon, settings);
    int maxBody = (int) Math.min(Integer.MAX_VALUE - 8, settings.limits().maxBody());
    Request request = new Request(helidon, origin, () -> identify(helidon, origin), maxBody);
    boolean changes = endpoint.method() != Endpoint.Method.GET;
    if (endpoint.isPage() && changes) {
      refuseOtherSites(request);
    }
    if (endpoint.access() == Access.NONE) {
      return request;
    }
    Caller caller = request.caller();
    if (!caller.access().includes(endpoint.access())) {
      throw caller.access() == Access.NONE
          ? Problem.of(Problem.Type.NOT_SIGNED_IN, "send a token as 'Authorization: Bearer …', or sign in at /sign-in")
          : Problem.of(Problem.Type.FORBIDDEN, "this takes the role " + endpoint.access().word() + "; "
              + caller.name() + " has " + caller.access().word());
    }
    if (changes) {
      request.sessionSecret().ifPresent(secret -> requireFormToken(request, secret));
    }
    return request;
  }

  private Request.Identity identify(ServerRequest helidon, Origin origin) {
    Optional<String> bearer = helidon.headers().first(HeaderNames.AUTHORIZATION);
    if (bearer.isPresent()) {
      return new Request.Identity(gate.byToken(secretIn(bearer.get())), null);
    }
    Optional<String> secret = helidon.headers().cookies().first(SessionCookie.name(origin)).asOptional();
    Optional<Caller> caller = secret.flatMap(gate::bySession);
    return new Request.Identity(caller.orElse(Caller.NOBODY), caller.isPresent() ? secret.orElse(null) : null);
  }

  /** Browsers say where a form was sent from; a form of another site must not even sign someone in. */
  private static void refuseOtherSites(Request request) {
    String site = request.header("Sec-Fetch-Site").orElse("same-origin");
    String from = request.header("Origin").orElse("");
    boolean same = from.isEmpty() || from.endsWith("://" + request.origin().host());
    if (!same || !(site.equals("same-origin") || site.equals("none"))) {
      throw Problem.of(Problem.Type.FORBIDDEN, "the form was sent from another site");
    }
  }

  private void requireFormToken(Request request, String secret) {
    String token = request.header("X-Form-Token").orElse("");
    if (token.isEmpty() && request.header("Content-Type").orElse("").startsWith("application/x-www-form-urlencoded")) {
      token = request.form().getOrDefault("form_token", "");
    }
    if (!gate.isFormToken(secret, token)) {
      throw Problem.of(Problem.Type.FORBIDDEN,
          "the form did not come from this session's pages (X-Form-Token is missing or wrong); reload the page");
    }
  }

  private static String secretIn(String header) {
    if (!header.regionMatches(true, 0, "Bearer ", 0, 7) || header.length() > 1000) {
      throw Problem.of(Problem.Type.NOT_SIGNED_IN, "Authorization takes 'Bearer' and a token");
    }
    return header.substring(7).strip();
  }

  /** A browser that asks for a page it may not see yet is sent to sign in; other problems get a page of their own. */
  private Answer page(Problem problem, Endpoint endpoint, ServerRequest request) {
    if (problem.type() == Problem.Type.NOT_SIGNED_IN && endpoint.access() != Access.NONE) {
      String next = request.path().rawPath();
      boolean goesOn = endpoint.method() == Endpoint.Method.GET && !next.equals("/");
      return Answer.redirect("/sign-in" + (goesOn ? "?next=" + next : ""));
    }
    return problemPage.apply(problem);
  }

  private void send(Answer answer, ServerRequest request, ServerResponse response) {
    head(answer, response);
    if (inFlight.isDraining() || answer.status() == 413) {
      response.header("Connection", "close");
    }
    try {
      if (isHead(request) && answer.body().length > 0) {
        response.contentLength(answer.body().length);
        response.send();
      } else if (answer.body().length == 0) {
        response.send();
      } else {
        response.send(answer.body());
      }
    } catch (UncheckedIOException e) {
      // the reader has left; there is nobody to tell
    }
  }

  private static boolean isHead(ServerRequest request) {
    return request.prologue().method().text().equals("HEAD");
  }

  private void stream(Answer answer, ServerResponse response) {
    Answer.Stream stream = answer.stream();
    if (stream == null) {
      return;
    }
    head(answer, response);
    response.header("Cache-Control", "no-store");
    response.header("X-Accel-Buffering", "no");
    Thread thread = Thread.currentThread();
    try (AutoCloseable _ = inFlight.onDrain(thread::interrupt); OutputStream out = response.outputStream()) {
      stream.writeTo(out);
    } catch (IOException | UncheckedIOException e) {
      // the reader has left or the node stops: either way the stream is over
    } catch (Exception e) {
      LOG.error("a stream ended by a fault", e);
    } finally {
      Thread.interrupted();
    }
  }

  private static void head(Answer answer, ServerResponse response) {
    response.status(Status.create(answer.status()));
    if (!answer.contentType().isEmpty()) {
      response.header("Content-Type", answer.contentType());
    }
    response.header("X-Content-Type-Options", "nosniff");
    response.header("Referrer-Policy", "same-origin");
    response.header("Content-Security-Policy", CONTENT_SECURITY);
    response.header("X-Frame-Options", "DENY");
    boolean cached = answer.headers().stream().anyMatch(h -> h.name().equals("Cache-Control"));
    if (!cached && answer.stream() == null) {
      response.header("Cache-Control", "no-store");
    }
    answer.headers().forEach(h -> response.headers().add(HeaderNames.create(h.name()), h.value()));
  }

  void beginDrain() {
    inFlight.drain();
  }

  boolean awaitIdle(Duration atMost) throws InterruptedException {
    return inFlight.awaitIdle(atMost);
  }

  int running() {
    return inFlight.running();
  }

  @Override
  public void close() {
    alarms.shutdownNow();
  }

  /** Interrupts the thread that opened it when the time is over. */
  private final class Alarm implements AutoCloseable {
    private final ReentrantLock lock = new ReentrantLock();
    private boolean over;
    private boolean rang;
    private final ScheduledFuture<?> future;

    Alarm(Duration after) {
      Thread thread = Thread.currentThread();
      this.future = alarms.schedule(() -> ring(thread), after.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Under the lock, so that an interrupt never lands after the alarm was closed. */
    private void ring(Thread thread) {
      lock.lock();
      try {
        if (!over) {
          rang = true;
          thread.interrupt();
        }
      } finally {
        lock.unlock();
      }
    }

    boolean rang() {
      lock.lock();
      try {
        return rang;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void close() {
      future.cancel(false);
      lock.lock();
      try {
        over = true;
        if (rang) {
          Thread.interrupted();
        }
      } finally {
        lock.unlock();
      }
    }
  }
}
