package io.nuthatch.harvest.web;

import io.nuthatch.harvest.Recording;
import io.nuthatch.harvest.capture.Capture;
import io.nuthatch.harvest.capture.DecodedBody;
import io.nuthatch.model.Json;
import io.nuthatch.model.message.SeedReference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A recording that only notes what it is told. */
final class Notebook implements Recording {

  /** What is left of a capture. */
  record Entry(String uri, int status, @Nullable String truncated, long length, int decoded) {
  }

  /** A warning. */
  record Warning(String code, String message, @Nullable String seed) {
  }

  /** Thrown to stop. */
  static final class Stopped extends RuntimeException {

    private static final long serialVersionUID = 1;
  }

  final List<Entry> entries = new CopyOnWriteArrayList<>();
  final List<Warning> warnings = new CopyOnWriteArrayList<>();
  final List<String> settled = new CopyOnWriteArrayList<>();
  final Map<String, JsonNode> options = new HashMap<>();
  volatile boolean stop;

  Notebook with(String option, Object value) {
    options.put(option, Json.MAPPER.valueToTree(value));
    return this;
  }

  @Override
  public void record(Capture capture) {
    entries.add(new Entry(capture.uri().toString(), capture.status(), capture.truncated(), capture.bodyLength(),
        DecodedBody.read(capture, 1 << 20).bytes().length));
  }

  @Override
  public void settled(SeedReference seed) {
    settled.add(String.valueOf(seed.id()));
  }

  @Override
  public void warn(String code, String message, @Nullable String seedId) {
    warnings.add(new Warning(code, message, seedId));
  }

  @Override
  public Map<String, JsonNode> options() {
    return options;
  }

  @Override
  public void checkStopped() {
    if (stop) {
      throw new Stopped();
    }
  }

  List<String> paths() {
    return entries.stream().map(entry -> entry.uri().replaceFirst("^https?://[^/]*", "")).toList();
  }

  List<String> codes() {
    return warnings.stream().map(Warning::code).toList();
  }
}
