package io.nuthatch.simulator.servers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * One server as a child process with a directory of its own. It ends at the latest with this JVM, even when that is
 * killed, and its directory goes with it, unless the server failed.
 */
final class ServerProcess {

  /*
   * The keeper. A shell stands between us and the server. It starts the server in a process group of its own, tells us
   * its id and then waits for what comes down the pipe. The end of the pipe (we closed it, or we are gone) means: end
   * the group, remove the directory. The word "keep" means: leave the directory alone.
   *
   * Not by the parent-death signal of Linux: it fires when the thread that started the child ends, not the process.
   */
  private static final String KEEPER = """
      log=$1; directory=$2; shift 2
      ulimit -c 0
      exec 3<&0
      setsid /bin/sh -c 'log=$1; shift; echo $$; exec env --default-signal "$@" </dev/null >>"$log" 2>&1 3<&-' \
        server "$log" "$@" &
      server=$!
      exec >/dev/null 2>&1
      (
        word=
        read -r word <&3
        if [ "$word" != keep ]; then
          kill -s QUIT -- -$server
          tries=0
          while [ $tries -lt 40 ] && kill -s 0 $server; do sleep 0.05; tries=$((tries + 1)); done
          kill -s KILL -- -$server || kill -s KILL $server
          rm -rf -- "$directory"
        fi
      ) &
      wait $server
      wait
      """;
  private static final Duration END = Duration.ofSeconds(30);
  private static final int TAIL = 30;

  private final String name;
  private final Path directory;
  private final Path log;
  private final Process keeper;
  private final long pid;
  /** How long the log was before. */
  private final int logged;
  private final Thread atExit = new Thread(this::close, "end of a server");

  private ServerProcess(String name, Path directory, int logged, Process keeper, long pid) {
    this.name = name;
    this.directory = directory;
    this.log = logFile(name, directory);
    this.logged = logged;
    this.keeper = keeper;
    this.pid = pid;
  }

  /** The log is written beside the directory's other files; it survives a restart. */
  static ServerProcess start(String name, Path directory, List<String> command, Map<String, String> environment) {
    Path log = logFile(name, directory);
    List<String> kept = new ArrayList<>(List.of("/bin/sh", "-c", KEEPER, "keeper", log.toString(),
        directory.toString()));
    kept.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(kept).directory(directory.toFile());
    builder.environment().putAll(environment);
    try {
      if (!Files.exists(log)) {
        Files.createFile(log);
      }
      int logged = (int) Files.size(log);
      Process keeper = builder.start();
      BufferedReader said = keeper.inputReader(StandardCharsets.US_ASCII);
      ServerProcess server = new ServerProcess(name, directory, logged, keeper, Long.parseLong(said.readLine()));
      Runtime.getRuntime().addShutdownHook(server.atExit);
      return server;
    } catch (IOException e) {
      throw new ServerException(name + " cannot be started: " + e.getMessage(), e);
    }
  }

  boolean alive() {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  /** Waits until the server answers. When it does not, it is ended and its directory kept for a look. */
  void awaitReady(BooleanSupplier ready, Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    while (!ready.getAsBoolean()) {
      if (!alive() || System.nanoTime() > end) {
        String how = alive() ? "is not ready after " + limit.toSeconds() + " s" : "ended while starting";
        String tail = logTail();
        kill();
        throw new ServerException(name + " " + how + "; its files are kept in " + directory
            + ", the end of its log is:\n" + tail, null);
      }
      pause();
    }
  }

  /** Ends it and all it started without warning, as a crash would. The directory stays. */
  void kill() {
    List<ProcessHandle> offspring = ProcessHandle.of(pid).stream().flatMap(ProcessHandle::descendants).toList();
    signal("KILL", true);
    offspring.forEach(ProcessHandle::destroyForcibly);
    awaitEnd();
    release("keep\n");
  }

  /** Ends it in its own good time. The directory stays. */
  void stop(String signal) {
    signal(signal, false);
    awaitEnd();
    release("keep\n");
  }

  /** Ends it, if it has not ended before, and removes its directory. */
  void close() {
    if (keeper.isAlive()) {
      release("");
    } else {
      Programs.run(List.of("rm", "-rf", "--", directory.toString()), Map.of());
    }
  }

  /** Whether its log has a text since it was started. */
  boolean said(String text) {
    return log().contains(text);
  }

  private static Path logFile(String name, Path directory) {
    return directory.resolve(name + ".log");
  }

  private String log() {
    try {
      return Files.readString(log, StandardCharsets.ISO_8859_1).substring(logged);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String logTail() {
    List<String> lines = log().lines().toList();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL), lines.size()));
  }

  private void signal(String signal, boolean group) {
    if (alive()) {
      Programs.run(List.of("/bin/sh", "-c", "kill -s " + signal + " -- " + (group ? "-" : "") + pid), Map.of());
    }
  }

  private void awaitEnd() {
    long end = System.nanoTime() + END.toNanos();
    while (alive()) {
      if (System.nanoTime() > end) {
        throw new ServerException(name + " (pid " + pid + ") does not end; its log is " + log, null);
      }
      pause();
    }
  }

  /** The keeper's last word; then it ends, and with it all it kept. */
  private void release(String word) {
    try (var pipe = keeper.getOutputStream()) {
      pipe.write(word.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      // The keeper has gone before us; there is nobody left to tell.
    }
    try {
      if (!keeper.waitFor(END.toSeconds(), TimeUnit.SECONDS)) {
        throw new ServerException(name + " (pid " + pid + ") does not end; its log is " + log, null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The JVM is ending, and this is part of it.
    }
  }

  private void pause() {
    try {
      keeper.waitFor(20, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("interrupted while waiting for " + name, e);
    }
  }
}
