package io.nuthatch.simulator.platform;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.nuthatch.simulator.faults.Fault;
import io.nuthatch.simulator.faults.Faults;
import io.nuthatch.simulator.faults.Mischief;
import io.nuthatch.simulator.people.World;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes every request to the server: finds whom it is for, checks the caller and the quota, lets the platform answer,
 * writes the journal and hands the reply to {@link Delivery}. Faults come into play at each of these steps.
 */
final class FrontDesk implements Handler {

  private static final Logger LOG = LoggerFactory.getLogger(FrontDesk.class);
  private static final Pattern NAMED_HOST = Pattern.compile("(?i)[a-z0-9.-]+\\.[a-z]{2,}");

  private final World world;
  private final Routes routes;
  private final Quotas quotas;
  private final Journal journal;
  private final Faults faults;
  private final Delivery delivery;
  private final boolean linksToWeb;

  FrontDesk(Stage stage, List<Platform> platforms, Delivery delivery) {
    world = stage.world();
    routes = new Routes(platforms);
    quotas = stage.quotas();
    journal = stage.journal();
    faults = stage.faults();
    this.delivery = delivery;
    linksToWeb = stage.settings().linksToWeb();
  }

  @Override
  public void handle(ServerRequest request, ServerResponse response) throws InterruptedException {
    Instant now = world.clock().instant();
    String path = path(request);
    boolean control = path.startsWith(Control.PREFIX + "/");
    Mischief mischief = control ? Mischief.NONE : faults.strike(path, now);
    pause(mischief.find(Fault.Latency.class).map(Fault.Latency::delay).orElse(Duration.ZERO));
    Incoming incoming = incoming(request, path);
    Call call = new Call(incoming, Caller.NOBODY, Map.of(), world.at(now), mischief,
        linksToWeb ? Links.toWeb(incoming.base()) : Links.AS_WRITTEN);
    Answered answered = mischief.find(Fault.Failure.class)
        .map(failure -> new Answered(call, failed(failure)))
        .orElseGet(() -> answer(call));
    if (!control) {
      journal.add(new Journal.Entry(now, incoming.method(), path, incoming.parameters().encoded(),
          answered.call.caller().name(), answered.reply.status()));
    }
    delivery.deliver(answered.reply, answered.call, response);
  }

  /** The path; of a request that names another host than this machine, the path under which the web has that host. */
  private static String path(ServerRequest request) {
    String host = request.headers().value(HeaderNames.HOST).orElse("").replaceFirst(":\\d+$", "");
    String path = request.path().rawPath();
    return NAMED_HOST.matcher(host).matches() ? Links.WEB + "/" + host.toLowerCase(Locale.ROOT) + path : path;
  }

  /** A reply, and the call with what was found out about it on the way. */
  private record Answered(Call call, Reply reply) {
  }

  private Answered answer(Call call) {
    Incoming incoming = call.incoming();
    Routes.Match match = routes.find(incoming.method(), incoming.path());
    Platform platform = match.platform();
    if (match.endpoint().isEmpty()) {
      return new Answered(call, platform.refuse(match.otherwise(), call));
    }
    Optional<Fault.TooMany> tooMany = call.mischief().find(Fault.TooMany.class);
    if (tooMany.isPresent()) {
      return new Answered(call, platform.refuse(Refusal.RATE_LIMITED, call).with(tooMany.get().headers()));
    }
    Endpoint endpoint = match.endpoint().get();
    return switch (platform.gate().admit(incoming)) {
      case Gate.Admission.Refused(Refusal refusal) -> new Answered(call, platform.refuse(refusal, call));
      case Gate.Admission.Admitted(Caller caller) -> {
        Call known = new Call(incoming, caller, match.variables(), call.moment(), call.mischief(), call.links());
        yield new Answered(known, answer(known, platform, endpoint));
      }
    };
  }

  private Reply answer(Call call, Platform platform, Endpoint endpoint) {
    Caller caller = call.caller();
    if (!endpoint.access().admits(caller.role())) {
      return platform.refuse(caller.role() == Caller.Role.NOBODY ? Refusal.NO_CREDENTIALS : Refusal.WRONG_CONTEXT,
          call);
    }
    if (!quotas.of(endpoint).isLimited()) {
      return safely(call, platform, endpoint);
    }
    QuotaState state = bend(quotas.take(caller, endpoint, call.moment().instant()), call);
    Reply reply = state.allowed() ? safely(call, platform, endpoint) : platform.refuse(Refusal.RATE_LIMITED, call);
    return reply.with(platform.headers(state));
  }

  private static Reply safely(Call call, Platform platform, Endpoint endpoint) {
    try {
      return endpoint.answer().answer(call);
    } catch (RuntimeException e) {
      LOG.error("{} {} failed; the simulator is to blame", call.incoming().method(), call.incoming().path(), e);
      return platform.refuse(Refusal.BROKEN, call);
    }
  }

  /** What the platform says of a quota when it lies or its clock is wrong. */
  private static QuotaState bend(QuotaState state, Call call) {
    QuotaState bent = state;
    for (Fault fault : call.mischief().faults()) {
      bent = switch (fault) {
        case Fault.LyingQuota(Fault.LyingQuota.Lie lie) -> switch (lie) {
          case REFUSED_DESPITE_REMAINING -> new QuotaState(bent.limit(), 10, bent.reset(), false);
          case RESET_IN_THE_PAST ->
            new QuotaState(bent.limit(), bent.remaining(), call.moment().instant().minusSeconds(60), bent.allowed());
        };
        case Fault.ClockSkew(Duration by) ->
          new QuotaState(bent.limit(), bent.remaining(), bent.reset().plus(by), bent.allowed());
        default -> bent;
      };
    }
    return bent;
  }

  private static Reply failed(Fault.Failure failure) {
    String page = "<html><head><title>" + failure.status()
        + "</title></head><body><h1>Over capacity</h1></body></html>";
    return new Reply.Document(failure.status(), Map.of(), "text/html; charset=utf-8",
        page.getBytes(StandardCharsets.UTF_8));
  }

  private static Incoming incoming(ServerRequest request, String path) {
    Map<String, String> headers = new HashMap<>();
    request.headers().forEach(header -> headers.put(header.name().toLowerCase(Locale.ROOT), header.values()));
    String body = request.content().hasEntity()
        ? new String(request.content().as(byte[].class), StandardCharsets.UTF_8)
        : "";
    Parameters parameters = Parameters.parse(request.query().rawValue());
    if (headers.getOrDefault("content-type", "").startsWith("application/x-www-form-urlencoded")) {
      parameters = parameters.and(Parameters.parse(body));
    }
    String host = headers.getOrDefault(HeaderNames.HOST.lowerCase(), "").toLowerCase(Locale.ROOT);
    return new Incoming(request.prologue().method().text(), "http://" + host.replaceFirst(":80$", ""), path, parameters,
        headers, body);
  }

  private static void pause(Duration duration) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(duration.toNanos());
  }
}
