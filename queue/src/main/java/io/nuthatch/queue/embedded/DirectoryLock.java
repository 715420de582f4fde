package io.nuthatch.queue.embedded;

import io.nuthatch.queue.QueueException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Keeps a second process, or a second queue of this one, out of a directory. */
final class DirectoryLock implements AutoCloseable {

  private final FileChannel channel;

  private DirectoryLock(FileChannel channel) {
    this.channel = channel;
  }

  static DirectoryLock of(Path directory) throws IOException {
    FileChannel channel = FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE,
        StandardOpenOption.WRITE);
    @Nullable
    FileLock held = null;
    try {
      held = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      channel.close();
      throw new QueueException(QueueException.Kind.CALLER, inUse(directory), e);
    }
    if (held == null) {
      channel.close();
      throw QueueException.caller(inUse(directory));
    }
    return new DirectoryLock(channel);
  }

  private static String inUse(Path directory) {
    return "the job queue in " + directory + " is open already; one process and one queue at a time";
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw QueueException.broken("cannot release the lock of the job queue", e);
    }
  }
}
