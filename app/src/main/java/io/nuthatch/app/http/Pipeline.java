package io.nuthatch.app.http;

import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.nuthatch.app.Access;
import io.nuthatch.app.Problem;
import io.nuthatch.app.security.Caller;
import io.nuthatch.app.security.Gate;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The way of every request: who is it, may they, answer within the time, with the headers that keep browsers safe.
 */
final class Pipeline implements AutoCloseable {

  /** Nothing is loaded from elsewhere, nothing inline runs, nobody frames us. */
  static final String CONTENT_SECURITY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
      + " media-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none';"
      + " frame-ancestors 'none'";

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
      if (answer.stream() == null) {
        send(answer, request, response);
      }
    }
    if (answer.stream() != null) {
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
      Problem problem = ProblemDocument.asProblem(tooLarge(e));
      boolean forPeople = endpoint.isPage()
          && helidon.headers().first(HeaderNames.ACCEPT).orElse("").contains("text/html");
      return forPeople ? page(problem, endpoint, helidon) : ProblemDocument.of(problem);
    }
  }

  /** The request with its caller, once it is clear that they may. */
  private Request admitted(Endpoint endpoint, ServerRequest helidon) {
    Origin origin = Origin.of(helidon, settings.trustedProxies());
    Optional<String> bearer = helidon.headers().first(HeaderNames.AUTHORIZATION);
    Request request;
    if (bearer.isPresent()) {
      request = new Request(helidon, origin, gate.byToken(secretIn(bearer.get())), null);
    } else {
      String secret = helidon.headers().cookies().first(SessionCookie.name(origin)).asOptional().orElse(null);
      Optional<Caller> caller = secret == null ? Optional.empty() : gate.bySession(secret);
      request = new Request(helidon, origin, caller.orElse(Caller.NOBODY), caller.isPresent() ? secret : null);
      if (endpoint.isPage() && endpoint.method() != Endpoint.Method.GET) {
        refuseOtherSites(request);
      }
      if (caller.isPresent() && endpoint.method() != Endpoint.Method.GET) {
        requireFormToken(request, secret);
      }
    }
    Access has = request.caller().access();
    if (!has.includes(endpoint.access())) {
      throw has == Access.NONE
          ? Problem.of(Problem.Type.NOT_SIGNED_IN, "send a token as 'Authorization: Bearer …', or sign in at /sign-in")
          : Problem.of(Problem.Type.FORBIDDEN, "this takes the role " + endpoint.access().word() + "; "
              + request.caller().name() + " has " + has.word());
    }
    return request;
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

  private void requireFormToken(Request request, @Nullable String secret) {
    String token = request.header("X-Form-Token").orElse("");
    if (token.isEmpty() && request.header("Content-Type").orElse("").startsWith("application/x-www-form-urlencoded")) {
      token = request.form().getOrDefault("form_token", "");
    }
    if (secret == null || !gate.isFormToken(secret, token)) {
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
    if (problem.type() == Problem.Type.NOT_SIGNED_IN && endpoint.access() != Access.NONE
        && endpoint.method() == Endpoint.Method.GET) {
      String next = request.path().rawPath();
      return Answer.redirect("/sign-in" + (next.equals("/") ? "" : "?next=" + next));
    }
    return problemPage.apply(problem);
  }

  private RuntimeException tooLarge(RuntimeException e) {
    if (e instanceof io.helidon.http.RequestException r && r.status().code() == 413) {
      return Problem.of(Problem.Type.TOO_LARGE,
          "the body is larger than " + settings.limits().maxBody() + " bytes (http.max-body)", e);
    }
    return e;
  }

  private void send(Answer answer, ServerRequest request, ServerResponse response) {
    head(answer, response);
    if (inFlight.isDraining() || answer.status() == 413) {
      response.header("Connection", "close");
    }
    try {
      if (answer.body().length == 0 || request.prologue().method().text().equals("HEAD")) {
        response.send();
      } else {
        response.send(answer.body());
      }
    } catch (UncheckedIOException e) {
      // the reader has left; there is nobody to tell
    }
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
    } catch (Exception e) {
      // the reader has left or the node stops: either way the stream is over
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
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile boolean rang;
    private final ScheduledFuture<?> future;

    Alarm(Duration after) {
      Thread thread = Thread.currentThread();
      this.future = alarms.schedule(() -> {
        if (over.compareAndSet(false, true)) {
          rang = true;
          thread.interrupt();
        }
      }, after.toMillis(), TimeUnit.MILLISECONDS);
    }

    boolean rang() {
      return rang;
    }

    @Override
    public void close() {
      over.set(true);
      future.cancel(false);
      if (rang) {
        Thread.interrupted();
      }
    }
  }
}
