package io.nuthatch.database;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A program of the test class path in a process of its own, for tests that kill it. It ends with the test. */
public final class ChildJvm implements AutoCloseable {

  private final Process process;
  private final BufferedReader output;

  private ChildJvm(Process process) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
  }

  public static ChildJvm start(Class<?> program, String... arguments) throws IOException {
    return start(List.of(), program, arguments);
  }

  /** Started by a command that goes before, such as a shell that sets limits. */
  public static ChildJvm start(List<String> before, Class<?> program, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(before);
    command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m",
        "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    return new ChildJvm(process);
  }

  /** The next line it prints; null when it has ended. */
  public @Nullable String line() throws IOException {
    return output.readLine();
  }

  /** What it had printed before can still be read. */
  public void kill() {
    process.toHandle().destroyForcibly();
  }

  public long pid() {
    return process.pid();
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    output.close();
  }
}
