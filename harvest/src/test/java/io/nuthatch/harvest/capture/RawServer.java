package io.nuthatch.harvest.capture;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;

/** A server that speaks no HTTP of its own: a test says byte by byte what a request gets, and what becomes of the connection. */
public final class RawServer implements AutoCloseable {

  /** What one request gets. */
  @FunctionalInterface
  public interface Script {

    void answer(Exchange exchange) throws Exception;
  }

  private final ServerSocket listener;
  private final String scheme;
  private final Script script;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();

  private RawServer(ServerSocket listener, String scheme, Script script) {
    this.listener = listener;
    this.scheme = scheme;
    this.script = script;
    Thread.ofVirtual().start(this::accept);
  }

  public static RawServer start(Script script) {
    try {
      return on(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), "http", script);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static RawServer on(ServerSocket listener, String scheme, Script script) {
    return new RawServer(listener, scheme, script);
  }

  public URI uri(String path) {
    return URI.create(scheme + "://127.0.0.1:" + port() + path);
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** Request lines, in the order in which they came. */
  public List<String> requests() {
    return requests;
  }

  public int connections() {
    return connections.get();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        connections.incrementAndGet();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      while (!socket.isClosed()) {
        byte[] head = head(in);
        if (head.length == 0) {
          return;
        }
        String text = new String(head, StandardCharsets.ISO_8859_1);
        requests.add(text.substring(0, text.indexOf("\r\n")));
        script.answer(new Exchange(socket, text));
      }
    } catch (SocketException | SSLException e) {
      // The client went or did not want to come, or the test is over.
    } catch (Exception e) {
      throw new AssertionError("the script of a test failed", e);
    } finally {
      open.remove(socket);
    }
  }

  private static byte[] head(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    for (int b; (b = in.read()) >= 0;) {
      head.write(b);
      if (b == '\n' && head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
        return head.toByteArray();
      }
    }
    return new byte[0];
  }

  @Override
  public void close() {
    try {
      listener.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One request and the connection it came on. */
  public record Exchange(Socket socket, String request) {

    public String path() {
      return request.split(" ", 3)[1];
    }

    /** Lines end in CR LF here as they do in HTTP. */
    public void say(String text) throws IOException {
      say(text.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    }

    public void say(byte[] bytes) throws IOException {
      OutputStream out = socket.getOutputStream();
      out.write(bytes);
      out.flush();
    }

    public void hangUp() throws IOException {
      socket.close();
    }

    /** Waits until the client has gone. */
    public void waitForTheEnd() throws IOException {
      socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    }
  }
}
