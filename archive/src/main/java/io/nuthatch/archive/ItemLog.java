package io.nuthatch.archive;

import io.nuthatch.archive.gzip.Bytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** The item index of an open WARC: entries are added at its end; sealing sorts nothing, but packs frames and adds the footer. */
final class ItemLog implements AutoCloseable {

  private final Path file;
  private final FileChannel channel;
  private long upTo;
  private boolean dirty;

  private ItemLog(Path file, FileChannel channel, long upTo) {
    this.file = file;
    this.channel = channel;
    this.upTo = upTo;
  }

  static ItemLog create(Path file) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    Disk.append(channel, ByteBuffer.wrap(ItemIndex.FILE_HEADER));
    return new ItemLog(file, channel, 0);
  }

  /**
   * Goes on with what a crash left, or begins anew where nothing is left.
   *
   * @param warcEnd   entries of records behind it are dropped, since those records are gone
   * @param damages   what was found damaged
   */
  static ItemLog recover(Path file, long warcEnd, List<Damage> damages) throws IOException {
    if (!Files.exists(file) || Files.size(file) < ItemIndex.FILE_HEADER.length) {
      Files.deleteIfExists(file);
      return create(file);
    }
    long upTo;
    long whole;
    boolean intact;
    try (ItemIndex index = ItemIndex.open(file)) {
      long[] gone = {0};
      index.read(ItemFilter.all(), entry -> gone[0] += entry.end() > warcEnd ? 1 : 0);
      damages.addAll(index.damages());
      intact = gone[0] == 0 && index.indexedUpTo() <= warcEnd && index.damages().isEmpty();
      upTo = Math.min(index.indexedUpTo(), warcEnd);
      whole = index.entriesEnd();
    }
    if (!intact) {
      Files.copy(file, WarcName.aside(file, 0));
      rewrite(file, warcEnd, upTo, false);
      whole = Files.size(file);
    }
    if (!file.toFile().setWritable(true)) {
      throw new IOException(file + " could not be made writable");
    }
    FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
    channel.truncate(whole);
    channel.position(whole);
    return new ItemLog(file, channel, upTo);
  }

  long upTo() {
    return upTo;
  }

  void add(List<ItemEntry> entries, long newUpTo) throws IOException {
    long before = channel.position();
    Bytes bytes = new Bytes(1 << 12);
    frames(bytes, entries, Math.max(upTo, newUpTo));
    try {
      Disk.append(channel, ByteBuffer.wrap(bytes.array(), 0, bytes.length()));
    } catch (IOException e) {
      channel.truncate(before);
      channel.position(before);
      throw e;
    }
    upTo = Math.max(upTo, newUpTo);
    dirty = true;
  }

  /** Only the last frame says that all is indexed: after a crash between them the records are handed over again. */
  private static void frames(Bytes bytes, List<ItemEntry> entries, long upTo) {
    int at = 0;
    do {
      int next = Math.min(at + ItemFrame.MOST_ENTRIES, entries.size());
      ItemFrame.write(bytes, entries.subList(at, next), next == entries.size() ? upTo : 0);
      at = next;
    } while (at < entries.size());
  }

  void sync() throws IOException {
    if (dirty) {
      channel.force(false);
      dirty = false;
    }
  }

  /** Replaces the file by one with large frames and a footer. */
  void seal() throws IOException {
    if (channel.isOpen()) {
      sync();
      channel.close();
    }
    rewrite(file, Long.MAX_VALUE, upTo, true);
  }

  private static void rewrite(Path file, long warcEnd, long upTo, boolean sealed) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    try (ItemIndex index = ItemIndex.open(file); ItemFile out = ItemFile.create(draft)) {
      index.read(ItemFilter.all(), entry -> {
        if (entry.end() <= warcEnd) {
          out.add(entry);
        }
      });
      out.finish(upTo, sealed);
    }
    Disk.move(draft, file);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
