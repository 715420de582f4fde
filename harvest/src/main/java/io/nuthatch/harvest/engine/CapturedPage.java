package io.nuthatch.harvest.engine;

import io.nuthatch.archive.items.Item;
import io.nuthatch.archive.items.ItemReader;
import io.nuthatch.harvest.Session;
import io.nuthatch.harvest.capture.Capture;
import io.nuthatch.harvest.capture.DecodedBody;
import io.nuthatch.harvest.capture.Heads;
import io.nuthatch.model.Json;
import io.nuthatch.model.JsonException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** A captured answer, decoded: what adapters judge, and what flows work with when it is good. */
final class CapturedPage implements Session.Page {

  private static final int LARGEST = 64 << 20;
  private static final int TEXT = 4000;

  private final int status;
  private final Map<String, List<String>> headers;
  private final byte[] body;
  private final @Nullable String flaw;
  private final String url;
  private @Nullable JsonNode json;
  private List<Item> items = List.of();

  private CapturedPage(Heads heads, byte[] body, @Nullable String flaw) {
    status = heads.status();
    headers = heads.headers();
    url = heads.uri().toString();
    this.body = body;
    this.flaw = flaw;
  }

  static CapturedPage of(Capture capture) {
    DecodedBody decoded = DecodedBody.read(capture, LARGEST);
    return new CapturedPage(capture, decoded.bytes(),
        capture.truncated() == null ? decoded.flaw() : "cut off: " + capture.truncated());
  }

  /** Of an answer whose body does not end. */
  static CapturedPage ofHead(Heads heads) {
    return new CapturedPage(heads, new byte[0], null);
  }

  /** Why the body is not what the platform meant to say, or null. */
  @Nullable
  String flaw() {
    return flaw;
  }

  /** Finds the items; an answer is asked for them only when it is good. */
  List<Item> read(ItemReader reader) {
    items = reader.layout(url) == ItemReader.Layout.DOCUMENT ? List.copyOf(reader.items(url, json())) : List.of();
    return items;
  }

  @Override
  public int status() {
    return status;
  }

  @Override
  public Map<String, List<String>> headers() {
    return headers;
  }

  @Override
  public JsonNode json() {
    JsonNode read = json;
    if (read == null) {
      read = parse();
      json = read;
    }
    return read;
  }

  private JsonNode parse() {
    if (body.length == 0) {
      return MissingNode.getInstance();
    }
    try {
      return Json.read(body, JsonNode.class);
    } catch (JsonException e) {
      return MissingNode.getInstance();
    }
  }

  @Override
  public String text() {
    String text = new String(body, 0, Math.min(body.length, TEXT), StandardCharsets.UTF_8);
    return text.strip();
  }

  @Override
  public List<Item> items() {
    return items;
  }
}
