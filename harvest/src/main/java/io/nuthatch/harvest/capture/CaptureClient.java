package io.nuthatch.harvest.capture;

import io.nuthatch.harvest.HttpCall;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.DefaultConnectionKeepAliveStrategy;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.io.LeaseRequest;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * Makes HTTP calls and keeps every byte of them. It does what a call says and nothing more: it follows no redirect, keeps
 * no cookie, undoes no compression, and judges no status. An exchange that came to an answer is returned, whole or not
 * ({@link Capture#truncated}); one that did not throws {@link CaptureException}.
 *
 * <p>Any number of threads may share a client; calls block, which suits virtual threads. A call is ended early by its
 * limits, by closing its {@link CallScope} or the client, or by interrupting its thread.
 */
public final class CaptureClient implements AutoCloseable {

  /*
   * Connections. The pool, the wire protocol and TLS are Apache HttpClient's; its chain of handlers above them is not
   * used, since all it does is what evidence must not have. A pooled connection is a TapedConnection: its streams write
   * to the tape of the exchange that holds it, and its reader of heads tells the tape where the body begins.
   *
   * Stale connections. A server may close a connection that was kept alive at the moment it is used again. When not one
   * byte of an answer came on such a connection, a call that changes nothing is sent once more on a new one.
   *
   * Time. The socket's timeout guards against silence; the watch ends a call at its deadline, wherever it is blocked.
   */

  private static final TimeValue KEEP = TimeValue.ofSeconds(60);
  private static final TimeValue CHECK_AFTER = TimeValue.ofSeconds(1);
  private static final long SWEEP = Duration.ofSeconds(15).toNanos();
  private static final String ID = "capture";

  /** Longer lines or more fields than any honest head has. */
  private static final Http1Config HTTP = Http1Config.custom().setMaxLineLength(32 << 10).setMaxHeaderCount(500)
      .build();

  private final CaptureSettings settings;
  private final InstantSource clock;
  private final PoolingHttpClientConnectionManager pool;
  private final HttpRequestExecutor executor = new HttpRequestExecutor(HTTP, null, null);
  private final Watch watch = Watch.start();
  private final CallScope everything = new CallScope();
  private final AtomicLong swept = new AtomicLong(System.nanoTime());

  private CaptureClient(CaptureSettings settings, DnsResolver names, AddressPolicy policy, InstantSource clock) {
    this.settings = settings;
    this.clock = clock;
    Timeout connect = Timeout.of(settings.limits().connect());
    pool = PoolingHttpClientConnectionManagerBuilder.create().setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
        .setMaxConnPerRoute(settings.connectionsPerHost()).setDnsResolver(new CheckedResolver(names, policy))
        .setConnectionFactory(socket -> TapedConnection.create(HTTP))
        .setTlsSocketStrategy(new DefaultClientTlsStrategy(Trust.context(settings.trust())))
        .setDefaultTlsConfig(TlsConfig.custom().setHandshakeTimeout(connect).build())
        .setDefaultConnectionConfig(ConnectionConfig.custom().setConnectTimeout(connect)
            .setValidateAfterInactivity(CHECK_AFTER).build())
        .build();
  }

  public static CaptureClient create(CaptureSettings settings, AddressPolicy policy, InstantSource clock) {
    return new CaptureClient(settings, SystemDefaultDnsResolver.INSTANCE, policy, clock);
  }

  /** With names of its own, for tests. */
  static CaptureClient create(CaptureSettings settings, DnsResolver names, AddressPolicy policy, InstantSource clock) {
    return new CaptureClient(settings, names, policy, clock);
  }

  /** Within the limits of the settings. */
  public Capture execute(HttpCall call) {
    return execute(call, settings.limits(), everything);
  }

  /** Calls and waits for the end of the answer. */
  public Capture execute(HttpCall call, Limits limits, CallScope scope) {
    return begin(call, limits, scope).whole();
  }

  /** Within the limits of the settings. */
  public StreamingCapture open(HttpCall call) {
    return open(call, settings.limits(), everything);
  }

  /** Calls and waits for the head of the answer; its body is for the caller to read. */
  public StreamingCapture open(HttpCall call, Limits limits, CallScope scope) {
    return begin(call, limits, scope);
  }

  private OpenExchange begin(HttpCall call, Limits limits, CallScope scope) {
    Target target = Target.of(call);
    sweep();
    PendingCall pending = new PendingCall(System.nanoTime() + limits.total().toNanos());
    scope.add(pending);
    watch.add(pending);
    boolean begun = false;
    try {
      OpenExchange exchange = exchange(call, target, limits, pending, scope);
      begun = true;
      return exchange;
    } catch (IOException | HttpException e) {
      throw Failures.noAnswer(e, call.uri(), pending.ending());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Failures.noAnswer(e, call.uri(), pending.ending());
    } finally {
      if (!begun) {
        pending.letGo();
        scope.remove(pending);
        watch.remove(pending);
      }
    }
  }

  private OpenExchange exchange(HttpCall call, Target target, Limits limits, PendingCall pending, CallScope scope)
      throws IOException, HttpException, InterruptedException {
    for (boolean again = false;; again = true) {
      ConnectionEndpoint endpoint = lease(target, limits, pending);
      Tape tape = new Tape(new Spool(settings.memoryBytes(), settings.spool()), clock);
      boolean reused = endpoint.isConnected();
      boolean answered = false;
      try {
        HttpCoreContext context = HttpCoreContext.create();
        if (!reused) {
          pool.connect(endpoint, TimeValue.of(limits.connect()), context);
        }
        endpoint.setSocketTimeout(Timeout.of(limits.silence()));
        TapedConnection[] used = new TapedConnection[1];
        ClassicHttpRequest request = request(call, target);
        ClassicHttpResponse response = endpoint.execute(ID, request, (sent, raw, with) -> {
          used[0] = (TapedConnection) raw;
          if (used[0].unread() > 0) {
            throw new IOException("the server spoke before it was asked");
          }
          used[0].record(tape);
          return executor.execute(sent, raw, with);
        }, context);
        TapedConnection connection = used[0];
        TapedHeads heads = new TapedHeads(call, tape, response,
            connection.getRemoteAddress() instanceof InetSocketAddress peer ? peer.getAddress() : null);
        answered = true;
        return new OpenExchange(heads, new Line(pending, endpoint, connection, limits,
            executor.keepAlive(request, response, connection, context) ? keep(response, context) : null,
            (line, whole) -> release(line, whole, scope)));
      } catch (IOException e) {
        if (again || !reused || !tape.isBlank() || pending.ending() != null || !changesNothing(call)) {
          throw e;
        }
      } finally {
        if (!answered) {
          pending.letGo();
          endpoint.close(CloseMode.IMMEDIATE);
          pool.release(endpoint, null, null);
        }
      }
    }
  }

  private ConnectionEndpoint lease(Target target, Limits limits, PendingCall pending)
      throws IOException, InterruptedException {
    LeaseRequest request = pool.lease(ID, target.route(), Timeout.of(limits.connect()), null);
    pending.waitsFor(request);
    try {
      ConnectionEndpoint endpoint = request.get(Timeout.of(limits.connect()));
      pending.holds(endpoint);
      return endpoint;
    } catch (TimeoutException e) {
      request.cancel();
      throw new InterruptedIOException("all " + settings.connectionsPerHost() + " connections are in use");
    } catch (ExecutionException | CancellationException e) {
      throw new IOException("no connection could be had from the pool", e);
    }
  }

  private ClassicHttpRequest request(HttpCall call, Target target) {
    BasicClassicHttpRequest request = new BasicClassicHttpRequest(call.method(), target.path());
    request.addHeader("Host", target.authority());
    boolean agent = false;
    boolean coding = false;
    for (Map.Entry<String, String> header : call.headers()) {
      agent |= header.getKey().equalsIgnoreCase("User-Agent");
      coding |= header.getKey().equalsIgnoreCase("Accept-Encoding");
      if (header.getKey().equalsIgnoreCase("Host")) {
        request.setHeader("Host", header.getValue());
      } else {
        request.addHeader(header.getKey(), header.getValue());
      }
    }
    if (!agent) {
      request.addHeader("User-Agent", settings.userAgent());
    }
    if (!coding) {
      request.addHeader("Accept-Encoding", "gzip");
    }
    if (call.body() != null) {
      byte[] body = call.body().getBytes(StandardCharsets.UTF_8);
      request.setHeader("Content-Length", Integer.toString(body.length));
      request.setEntity(new ByteArrayEntity(body, null));
    }
    return request;
  }

  private static boolean changesNothing(HttpCall call) {
    return call.method().equals("GET") || call.method().equals("HEAD");
  }

  /** As long as the server says, but not for ever. */
  private static TimeValue keep(ClassicHttpResponse response, HttpCoreContext context) {
    TimeValue said = DefaultConnectionKeepAliveStrategy.INSTANCE.getKeepAliveDuration(response, context);
    return said == null || !TimeValue.isPositive(said) || said.compareTo(KEEP) > 0 ? KEEP : said;
  }

  private void release(Line line, boolean whole, CallScope scope) {
    if (!line.pending().finish()) {
      return;
    }
    scope.remove(line.pending());
    watch.remove(line.pending());
    line.connection().record(null);
    if (!whole || line.keep() == null) {
      line.endpoint().close(CloseMode.IMMEDIATE);
    }
    pool.release(line.endpoint(), null, line.keep());
  }

  /** Connections nobody came back to. */
  private void sweep() {
    long last = swept.get();
    long now = System.nanoTime();
    if (now - last > SWEEP && swept.compareAndSet(last, now)) {
      pool.closeExpired();
    }
  }

  /** Closes the connections that are kept for later. */
  public void closeIdle() {
    pool.closeIdle(TimeValue.ZERO_MILLISECONDS);
  }

  /** Aborts what is in progress; no call can be made any more. */
  @Override
  public void close() {
    everything.close();
    watch.close();
    pool.close(CloseMode.IMMEDIATE);
  }
}
