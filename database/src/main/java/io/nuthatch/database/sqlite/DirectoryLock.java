package io.nuthatch.database.sqlite;

import io.nuthatch.database.DatabaseException;
import io.nuthatch.database.DatabaseException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A directory that belongs to this process until it is closed or the process ends, however it ends. */
final class DirectoryLock implements AutoCloseable {

  /*
   * Two guards. The operating system keeps other processes out by a lock on a file, which ends with the process. It
   * belongs to the process, not to the channel: closing any channel of that file would drop it. So a second open in the
   * same process has to be refused before it touches the file, by the set of directories held.
   */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();
  private static final String FILE = "nuthatch.lock";

  private final Path directory;
  private final FileChannel channel;

  private DirectoryLock(Path directory, FileChannel channel) {
    this.directory = directory;
    this.channel = channel;
  }

  /** Creates the directory where there is none. */
  static DirectoryLock acquire(Path wanted) {
    Path directory = create(wanted);
    if (!HELD.add(directory)) {
      throw inUse(directory, "this process (pid " + ProcessHandle.current().pid() + ")");
    }
    try {
      return new DirectoryLock(directory, lock(directory));
    } catch (IOException e) {
      HELD.remove(directory);
      throw unwritable(directory, e);
    } catch (DatabaseException e) {
      HELD.remove(directory);
      throw e;
    }
  }

  Path directory() {
    return directory;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw unwritable(directory, e);
    } finally {
      HELD.remove(directory);
    }
  }

  private static Path create(Path directory) {
    try {
      return Files.createDirectories(directory).toRealPath();
    } catch (FileAlreadyExistsException e) {
      throw new DatabaseException(Reason.STATEMENT, e.getFile() + " is a file; the data needs a directory", e);
    } catch (IOException e) {
      throw unwritable(directory, e);
    }
  }

  private static FileChannel lock(Path directory) throws IOException {
    FileChannel channel = FileChannel.open(directory.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.READ,
        StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() == null) {
        throw inUse(directory, "process " + holder(channel));
      }
      String pid = ProcessHandle.current().pid() + "\n";
      channel.truncate(0).write(ByteBuffer.wrap(pid.getBytes(StandardCharsets.US_ASCII)), 0);
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static String holder(FileChannel channel) throws IOException {
    ByteBuffer pid = ByteBuffer.allocate(20);
    channel.read(pid, 0);
    return new String(pid.array(), 0, pid.position(), StandardCharsets.US_ASCII).strip();
  }

  private static DatabaseException inUse(Path directory, String holder) {
    return new DatabaseException(Reason.IN_USE,
        "directory " + directory + " is in use by " + holder + "; stop it or choose another directory", null);
  }

  static DatabaseException unwritable(Path directory, IOException cause) {
    String why = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    return new DatabaseException(Reason.FULL, "directory " + directory + " cannot be written: "
        + cause.getClass().getSimpleName() + " " + why + "; give it space and write permission", cause);
  }
}
