package io.nuthatch.app.node;

import io.nuthatch.app.AppException;
import io.nuthatch.model.Json;
import io.nuthatch.model.JsonException;
import io.nuthatch.model.NuthatchException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * The file {@code node.json} in the data directory, by which commands on the same machine find the node that runs there
 * and prove that they may use it. Only the node's own user can read it; its secret dies with the process.
 */
public record NodeFile(String address, String secret, long pid) {

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

  public static void remove(Path directory) {
    try {
      Files.deleteIfExists(directory.resolve(NAME));
    } catch (IOException e) {
      // a stale file names a process that is gone, and is not believed
    }
  }
}
