package io.nuthatch.harvest.engine;

import io.nuthatch.archive.items.Target;
import io.nuthatch.harvest.capture.RawServer;
import io.nuthatch.model.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A platform in the manner of Twitter v1.1 whose posts are numbers: a search and a timeline that are paged by ids, a
 * stream, and some pages of the web. A test says what it serves and which requests go wrong.
 */
final class ToyPlatform implements AutoCloseable {

  static final int PAGE = 10;
  private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("EEE MMM dd HH:mm:ss Z yyyy")
      .withZone(ZoneOffset.UTC);

  /** What goes wrong with an answer. */
  enum Fault {
    /** The connection ends in the middle of the body. */
    DROP,
    /** The same, where only the compressed bytes can tell. */
    TORN_GZIP,
    /** Whole, but not JSON. */
    NONSENSE,
    /** Status 200 and JSON that is no answer to the question. */
    OTHER_JSON,
    UNAVAILABLE,
    UNAUTHORIZED,
    TOO_MANY,
    /** No answer at all. */
    HANG_UP
  }

  private record Trouble(Predicate<String> which, Fault fault, AtomicLong times) {
  }

  private final RawServer server;
  private final Map<String, ConcurrentSkipListSet<Long>> posts = new ConcurrentHashMap<>();
  private final Map<String, String> uids = new ConcurrentHashMap<>();
  private final Queue<Trouble> troubles = new ConcurrentLinkedQueue<>();
  private final List<RawServer.Exchange> streams = new CopyOnWriteArrayList<>();
  private final Set<Long> served = ConcurrentHashMap.newKeySet();
  private final AtomicLong remaining = new AtomicLong(-1);
  private volatile @Nullable Runnable beforeAnswer;

  ToyPlatform() {
    server = RawServer.start(this::answer);
  }

  String url() {
    return server.uri("").toString();
  }

  List<String> requests() {
    return server.requests();
  }

  /** Posts of a search, a timeline or the stream. */
  void publish(String subject, long from, long to) {
    ConcurrentSkipListSet<Long> all = posts.computeIfAbsent(subject, _ -> new ConcurrentSkipListSet<>());
    for (long id = from; id <= to; id++) {
      all.add(id);
    }
  }

  void account(String name, String uid) {
    uids.put(name, uid);
  }

  /** The next so many requests that contain the text go wrong. */
  void fail(String containing, Fault fault, long times) {
    troubles.add(new Trouble(line -> line.contains(containing), fault, new AtomicLong(times)));
  }

  void before(@Nullable Runnable work) {
    beforeAnswer = work;
  }

  /** Calls left, as the headers say; -1 for no headers. */
  void quota(long calls) {
    remaining.set(calls);
  }

  /** Every post whose page went out whole. */
  Set<Long> served() {
    return served;
  }

  private void answer(RawServer.Exchange exchange) throws IOException {
    Runnable work = beforeAnswer;
    if (work != null) {
      work.run();
    }
    Fault fault = null;
    for (Trouble trouble : troubles) {
      if (trouble.which.test(exchange.request()) && trouble.times.getAndDecrement() > 0) {
        fault = trouble.fault;
        break;
      }
    }
    Target target = Target.of("http://toy" + exchange.path());
    if (fault == null && target.path().equals("/1.1/statuses/filter.json")) {
      stream(exchange);
      return;
    }
    body(exchange, target, fault);
  }

  private void body(RawServer.Exchange exchange, Target target, @Nullable Fault fault) throws IOException {
    switch (fault) {
      case HANG_UP -> exchange.hangUp();
      case UNAVAILABLE -> send(exchange, 503, "{\"errors\":[{\"code\":130}]}", "");
      case UNAUTHORIZED -> send(exchange, 401, "{\"errors\":[{\"code\":32}]}", "");
      case TOO_MANY -> send(exchange, 429, "{\"errors\":[{\"code\":88}]}", "Retry-After: 1\n");
      case NONSENSE -> send(exchange, 200, "<html>we are improving</html>", "");
      case OTHER_JSON -> send(exchange, 200, "{\"hello\":\"world\"}", "");
      case DROP -> {
        String page = page(target);
        exchange.say("HTTP/1.1 200 OK\nContent-Length: " + page.length() + "\n\n");
        exchange.say(page.substring(0, page.length() / 2).getBytes(StandardCharsets.UTF_8));
        exchange.hangUp();
      }
      case TORN_GZIP -> {
        byte[] packed = gzip(page(target));
        byte[] torn = Arrays.copyOf(packed, packed.length / 2);
        exchange.say("HTTP/1.1 200 OK\nContent-Encoding: gzip\nContent-Length: " + torn.length + "\n\n");
        exchange.say(torn);
      }
      case null -> good(exchange, target);
    }
  }

  private void good(RawServer.Exchange exchange, Target target) throws IOException {
    if (target.path().equals("/1.1/users/show.json")) {
      String name = target.parameter("screen_name");
      String uid = name == null ? null : uids.get(name);
      if (uid == null) {
        send(exchange, 404, "{\"errors\":[{\"code\":50}]}", "");
      } else {
        send(exchange, 200, "{\"id_str\":\"" + uid + "\",\"screen_name\":\"" + name + "\"}", quotaHeaders());
      }
    } else if (target.path().startsWith("/page/")) {
      send(exchange, 200, "the same words on every page", "");
    } else {
      send(exchange, 200, page(target), quotaHeaders());
      ids(target).forEach(served::add);
    }
  }

  private String quotaHeaders() {
    if (remaining.get() < 0) {
      return "";
    }
    long left = remaining.updateAndGet(calls -> Math.max(0, calls - 1));
    return "x-rate-limit-limit: 900\nx-rate-limit-remaining: " + left + "\nx-rate-limit-reset: "
        + Instant.now().plusSeconds(600).getEpochSecond() + "\n";
  }

  private static void send(RawServer.Exchange exchange, int status, String body, String headers) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.say("HTTP/1.1 " + status + " -\nContent-Type: application/json\n" + headers + "Content-Length: "
        + bytes.length + "\n\n");
    exchange.say(bytes);
  }

  private List<Long> ids(Target target) {
    String subject = Objects.requireNonNullElse(target.parameter("q"),
        Objects.requireNonNullElse(target.parameter("user_id"), ""));
    long after = number(target.parameter("since_id"), 0);
    long most = number(target.parameter("max_id"), Long.MAX_VALUE);
    return posts.getOrDefault(subject, new ConcurrentSkipListSet<>()).stream()
        .filter(id -> id > after && id <= most).sorted(Comparator.reverseOrder()).limit(PAGE).toList();
  }

  private static long number(@Nullable String text, long otherwise) {
    return text == null ? otherwise : Long.parseLong(text);
  }

  private String page(Target target) {
    return "{\"statuses\":[" + String.join(",", ids(target).stream().map(ToyPlatform::tweet).toList()) + "]}";
  }

  static String tweet(long id) {
    return Json.write(Map.of("id_str", Long.toString(id), "created_at", DATE.format(Instant.now()), "text",
        "post " + id, "user", Map.of("id_str", "7", "screen_name", "toy"), "entities",
        Map.of("urls", List.of(Map.of("expanded_url", "https://example.org/" + id / 2)))));
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return out.toByteArray();
  }

  private void stream(RawServer.Exchange exchange) throws IOException {
    exchange.say("HTTP/1.1 200 OK\nContent-Type: application/json\nTransfer-Encoding: chunked\n\n");
    streams.add(exchange);
    try {
      exchange.waitForTheEnd();
    } finally {
      streams.remove(exchange);
    }
  }

  int listeners() {
    return streams.size();
  }

  /** Says a post on every open stream; it can be searched for as well. */
  void say(String subject, long id) {
    publish(subject, id, id);
    sayRaw(tweet(id) + "\r\n");
  }

  void sayRaw(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (RawServer.Exchange listener : streams) {
      try {
        listener.say(Integer.toHexString(bytes.length) + "\n");
        listener.say(bytes);
        listener.say("\n");
      } catch (IOException e) {
        // It has gone; its own thread notices.
      }
    }
  }

  /** Cuts every open stream. */
  void cutStreams() {
    for (RawServer.Exchange listener : streams) {
      try {
        listener.hangUp();
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
