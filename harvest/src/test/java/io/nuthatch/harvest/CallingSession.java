package io.nuthatch.harvest;

import io.nuthatch.archive.items.Item;
import io.nuthatch.archive.items.ItemReaders;
import io.nuthatch.model.Json;
import io.nuthatch.model.JsonException;
import io.nuthatch.model.message.Note;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * A session without an engine: calls really go out and are judged, pages and warnings are remembered. It can be told to
 * break after so many pages, as a harvest that is killed does.
 */
public final class CallingSession implements Session {

  /** A call came back with something else than a good answer. */
  public static final class Ended extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Verdict verdict;

    Ended(Verdict verdict) {
      super(verdict.toString());
      this.verdict = verdict;
    }

    public Verdict verdict() {
      return verdict;
    }
  }

  /** The harvest was killed. */
  public static final class Killed extends RuntimeException {

    private static final long serialVersionUID = 1L;
  }

  /** What was covered by a page. */
  public record Covered(String newest, String oldest) {
  }

  private static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1)
      .connectTimeout(Duration.ofSeconds(5)).build();

  private final PlatformAdapter adapter;
  private final Map<String, String> credential;
  private final String baseUrl;
  private final InstantSource clock;

  public final List<ApiCall> calls = new ArrayList<>();
  public final List<HttpCall> sent = new ArrayList<>();
  public final List<Item> items = new ArrayList<>();
  public final List<Covered> covered = new ArrayList<>();
  public final List<Note> warnings = new ArrayList<>();
  public QuotaReading quota = QuotaReading.NONE;
  private int pagesToLive = Integer.MAX_VALUE;
  private Keeper keeper = new Keeper();

  public CallingSession(PlatformAdapter adapter, Map<String, String> credential, String baseUrl, InstantSource clock) {
    this.adapter = adapter;
    this.credential = credential;
    this.baseUrl = baseUrl;
    this.clock = clock;
  }

  public CallingSession dyingAfter(int pages) {
    pagesToLive = pages;
    return this;
  }

  public CallingSession keptBy(Keeper value) {
    keeper = value;
    return this;
  }

  @Override
  public Page call(ApiCall call) {
    calls.add(call);
    HttpResponse<byte[]> response = send(call, HttpResponse.BodyHandlers.ofByteArray());
    FoundPage page = new FoundPage(response, new ArrayList<>());
    quota = adapter.quota(call, page, now());
    Verdict verdict = adapter.judge(call, page, now());
    if (!(verdict instanceof Verdict.Good)) {
      throw new Ended(verdict);
    }
    ItemReaders.read(response.uri().toString(), new ByteArrayInputStream(response.body()), page.items::add);
    items.addAll(page.items);
    return page;
  }

  /** Opens a stream and returns when its head has come; the verdict is only on the head. */
  public InputStream open(ApiCall call) {
    HttpResponse<InputStream> response = send(call, HttpResponse.BodyHandlers.ofInputStream());
    if (response.statusCode() != 200) {
      throw new Ended(adapter.judge(call, new FoundPage(response, new ArrayList<>()), now()));
    }
    return response.body();
  }

  private <T> HttpResponse<T> send(ApiCall call, HttpResponse.BodyHandler<T> handler) {
    HttpCall http = adapter.sign(call, credential, baseUrl, now());
    sent.add(http);
    HttpRequest.Builder request = HttpRequest.newBuilder(http.uri()).timeout(Duration.ofSeconds(20))
        .method(http.method(), http.body() == null ? BodyPublishers.noBody() : BodyPublishers.ofString(http.body()));
    http.headers().forEach(header -> request.header(header.getKey(), header.getValue()));
    try {
      return HTTP.send(request.build(), handler);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void covered(Page page, String newest, String oldest) {
    covered.add(new Covered(newest, oldest));
    keeper.covered(newest, oldest);
    if (covered.size() >= pagesToLive) {
      throw new Killed();
    }
  }

  @Override
  public void warn(String code, String message, @Nullable String seedId) {
    warnings.add(new Note(code, message, seedId));
  }

  @Override
  public Map<String, JsonNode> options() {
    return Map.of();
  }

  @Override
  public Instant now() {
    return clock.instant();
  }

  /** The ids of all items of a type, in the order in which they came. */
  public List<String> ids() {
    return items.stream().map(item -> item.name().nativeId()).toList();
  }

  /** An answer made up by a test. */
  public static Answer answer(int status, Map<String, String> headers, String body) {
    Map<String, List<String>> all = new HashMap<>();
    headers.forEach((name, value) -> all.put(name.toLowerCase(Locale.ROOT), List.of(value)));
    return new MadeAnswer(status, all, body);
  }

  private record MadeAnswer(int status, Map<String, List<String>> headers, String text) implements Answer {

    @Override
    public JsonNode json() {
      return tree(text);
    }
  }

  private static JsonNode tree(String text) {
    try {
      return Json.tree(text);
    } catch (JsonException e) {
      return MissingNode.getInstance();
    }
  }

  private static final class FoundPage implements Page {

    private final HttpResponse<?> response;
    private final List<Item> items;
    private @Nullable String text;

    FoundPage(HttpResponse<?> response, List<Item> items) {
      this.response = response;
      this.items = items;
    }

    @Override
    public List<Item> items() {
      return items;
    }

    @Override
    public int status() {
      return response.statusCode();
    }

    @Override
    public Map<String, List<String>> headers() {
      return response.headers().map();
    }

    @Override
    public JsonNode json() {
      return tree(text());
    }

    @Override
    public String text() {
      String known = text;
      if (known == null) {
        known = new String(bytes(), StandardCharsets.UTF_8);
        text = known;
      }
      return known;
    }

    private byte[] bytes() {
      if (response.body() instanceof byte[] bytes) {
        return bytes;
      }
      try (InputStream in = (InputStream) response.body()) {
        return in.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
