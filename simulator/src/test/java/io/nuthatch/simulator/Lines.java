package io.nuthatch.simulator;

import io.nuthatch.model.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** The lines of a stream as they come, read by a thread of their own. */
public final class Lines implements AutoCloseable {

  /** What stands at the end of a stream. */
  public static final String END = "<end>";

  private final InputStream in;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  public Lines(InputStream in) {
    this.in = in;
    Thread.ofVirtual().start(this::read);
  }

  /** The next line, blank ones included. */
  public String next() throws InterruptedException {
    String line = lines.poll(20, TimeUnit.SECONDS);
    if (line == null) {
      throw new AssertionError("nothing came within 20 seconds");
    }
    return line;
  }

  /** The next line that is not blank. */
  public String message() throws InterruptedException {
    String line = next();
    while (line.isEmpty()) {
      line = next();
    }
    return line;
  }

  public JsonNode json() throws InterruptedException {
    return Json.tree(message());
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private void read() {
    try (var reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.add(line);
      }
    } catch (IOException e) {
      lines.add("<" + e.getMessage() + ">");
    }
    lines.add(END);
  }
}
