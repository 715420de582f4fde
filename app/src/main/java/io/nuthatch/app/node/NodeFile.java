package io.nuthatch.app.node;

import io.nuthatch.app.AppException;
import io.nuthatch.model.Json;
import io.nuthatch.model.JsonException;
import io.nuthatch.model.NuthatchException.Kind;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The file {@code node.json} in the data directory, by which commands on the same machine find the node that runs there
 * and prove that they may use it. The certificate is the fingerprint of the one the node shows, if it speaks TLS. Only the node's own user can read it; its secret dies with the process.
 */
public record NodeFile(String address, String secret, @Nullable String certificate, long pid) {

  private static final String NAME = "node.json";

  public static Optional<NodeFile> read(Path directory) {
    try {
      NodeFile file = Json.read(Files.readString(directory.resolve(NAME)), NodeFile.class);
      return ProcessHandle.of(file.pid).isPresent() ? Optional.of(file) : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException | JsonException e) {
      throw new AppException(Kind.CALLER,
          "cannot read " + directory.resolve(NAME) + ": " + e.getMessage() + "; give --server and --token instead", e);
    }
  }

  /** Whether something listens there; a process id alone may have been given to another process. */
  public boolean answers() {
    URI uri = URI.create(address);
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()), 2000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  public void write(Path directory) {
    Path file = directory.resolve(NAME);
    Path fresh = directory.resolve(NAME + ".new");
    try {
      Files.deleteIfExists(fresh);
      Files.createFile(fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(fresh, Json.write(this));
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new AppException(Kind.FULL, "cannot write " + file + ": " + e, e);
    }
  }

  /** What a certificate is known by. */
  public static String fingerprint(X509Certificate certificate) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("not a certificate", e);
    }
  }

  public static void remove(Path directory) {
    try {
      Files.deleteIfExists(directory.resolve(NAME));
    } catch (IOException e) {
      // a stale file names a process that is gone, and is not believed
    }
  }
}
