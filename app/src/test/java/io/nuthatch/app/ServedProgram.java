package io.nuthatch.app;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The program as people start it: a process of its own, told to stop or killed. */
final class ServedProgram implements AutoCloseable {

  static final String TOKEN = "token-of-the-served-program";

  private static final HttpClient HTTP = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  private final Process process;
  private final List<String> output = new ArrayList<>();
  private String address = "";

  private ServedProgram(Process process) {
    this.process = process;
  }

  /** What a program said that ended by itself. */
  record Ended(int code, String out, String err) {
  }

  static ServedProgram serve(Path data, String... arguments) throws IOException {
    return ready(process(List.of(), data, Map.of(), log(data), arguments), data);
  }

  /** As someone starts it who does not choose the first token. */
  static ServedProgram serveWithoutToken(Path data) throws IOException {
    return ready(process(List.of("env", "-u", "NUTHATCH_ADMIN_TOKEN"), data, Map.of(), log(data)), data);
  }

  /** With no file allowed to grow beyond so many kibibytes. */
  static ServedProgram serveLimited(Path data, int kibibytes) throws IOException {
    return ready(process(List.of("bash", "-c", "ulimit -f " + kibibytes + "; exec \"$@\"", "limited"), data, Map.of(),
        log(data), "--set", "queue.segment=1MiB"), data);
  }

  private static Path log(Path data) {
    return data.resolveSibling("program.log");
  }

  private static ServedProgram ready(Process process, Path data) throws IOException {
    ServedProgram program = new ServedProgram(process);
    BufferedReader reader = new BufferedReader(
        new InputStreamReader(program.process.getInputStream(), StandardCharsets.UTF_8));
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      program.output.add(line);
      if (line.startsWith("ready ")) {
        program.address = line.replaceAll("^ready http=(\\S+).*", "$1");
        return program;
      }
    }
    throw new IllegalStateException(
        "the program ended before it was ready: " + Files.readString(log(data)));
  }

  /** Runs the program in a way in which it must end by itself. */
  static Ended run(List<String> before, Path data, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    Path log = Files.createTempFile("nuthatch", ".log");
    Process process = process(before, data, environment, log, arguments);
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException("the program did not end; it said: " + Files.readString(log));
    }
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Ended ended = new Ended(process.exitValue(), out, Files.readString(log));
    Files.delete(log);
    return ended;
  }

  private static Process process(List<String> before, Path data, Map<String, String> environment, Path log,
      String... arguments) throws IOException {
    List<String> command = new ArrayList<>(before);
    String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED", "-cp", classPath, "io.nuthatch.app.Nuthatch", "serve",
        "--data", data.toString()));
    command.addAll(List.of(arguments));
    if (!command.contains("--http-port")) {
      command.addAll(List.of("--http-port", "0"));
    }
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
    builder.environment().put("NUTHATCH_ADMIN_TOKEN", TOKEN);
    builder.environment().putAll(environment);
    Process process = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    return process;
  }

  List<String> output() {
    return output;
  }

  HttpResponse<String> send(String method, String path, String body) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address + path))
        .header("Authorization", "Bearer " + TOKEN).header("Content-Type", "application/json")
        .timeout(Duration.ofSeconds(20)).method(method, BodyPublishers.ofString(body)).build();
    return HTTP.send(request, BodyHandlers.ofString());
  }

  /** As kill -9: no hook runs, nothing is flushed. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  /** As SIGTERM. Returns how long it took. */
  Duration stop() throws InterruptedException {
    long began = System.nanoTime();
    process.destroy();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IllegalStateException("the program did not stop within 30 s");
    }
    return Duration.ofNanos(System.nanoTime() - began);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
