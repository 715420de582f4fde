package io.nuthatch.archive;

import io.nuthatch.archive.gzip.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** An item index that is written from beginning to end, in large frames. */
final class ItemFile implements AutoCloseable {

  private final Path file;
  private final FileChannel channel;
  private final ItemTally tally = new ItemTally();
  private final List<ItemEntry> run = new ArrayList<>(ItemFrame.MOST_ENTRIES);
  private final Bytes bytes = new Bytes(1 << 17);

  private ItemFile(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  static ItemFile create(Path file) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
        StandardOpenOption.TRUNCATE_EXISTING);
    Disk.append(channel, ByteBuffer.wrap(ItemIndex.FILE_HEADER));
    return new ItemFile(file, channel);
  }

  void add(ItemEntry entry) {
    tally.add(entry);
    run.add(entry);
    if (run.size() == ItemFrame.MOST_ENTRIES) {
      flush(0);
    }
  }

  /** @param sealed with a footer, and read-only */
  void finish(long upTo, boolean sealed) throws IOException {
    tally.upTo(upTo);
    flush(upTo);
    if (sealed) {
      Disk.append(channel, tally.footer().bytes(channel.position()));
    }
    channel.force(true);
    if (sealed) {
      Disk.makeReadOnly(file);
    }
  }

  private void flush(long upTo) {
    bytes.clear();
    ItemFrame.write(bytes, run, upTo);
    run.clear();
    try {
      Disk.append(channel, ByteBuffer.wrap(bytes.array(), 0, bytes.length()));
    } catch (IOException e) {
      throw ArchiveException.io("writing", file, e);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
