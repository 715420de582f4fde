package io.nuthatch.benchmarks.queue;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A server as a child process that ends with us, and a line-based connection to it. */
final class Wire implements AutoCloseable {

  private static final int TRIES = 200;

  private final Process server;
  private final Path directory;
  private final Thread hook;
  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  /** The command's {@code %port} and {@code %dir} are filled in. */
  Wire(List<String> command) throws IOException, InterruptedException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    directory = Files.createTempDirectory("nuthatch-rival-");
    server = new ProcessBuilder(command.stream()
        .map(part -> part.replace("%port", Integer.toString(port)).replace("%dir", directory.toString())).toList())
        .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    hook = new Thread(server::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(hook);
    socket = connect(port);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
    out = new BufferedOutputStream(socket.getOutputStream(), 1 << 18);
  }

  private Socket connect(int port) throws IOException, InterruptedException {
    for (int i = 0;; i++) {
      try {
        return new Socket(InetAddress.getLoopbackAddress(), port);
      } catch (ConnectException e) {
        if (i == TRIES || !server.isAlive()) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(50);
      }
    }
  }

  Wire send(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
    return this;
  }

  Wire send(byte[] bytes) throws IOException {
    out.write(bytes);
    return this;
  }

  void flush() throws IOException {
    out.flush();
  }

  String line() throws IOException {
    var line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the server closed the connection");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  /** The bytes and the line end behind them. */
  void skip(int bytes) throws IOException {
    in.skipNBytes(bytes + 2L);
  }

  @Override
  public void close() throws IOException {
    socket.close();
    server.destroyForcibly().onExit().join();
    Runtime.getRuntime().removeShutdownHook(hook);
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
