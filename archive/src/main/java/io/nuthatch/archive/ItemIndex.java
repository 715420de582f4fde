package io.nuthatch.archive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The items of one WARC, in the order in which they were indexed: the file {@code <warc>.items} beside it. It is the
 * record of which post has which id; the same item may be in it twice, then with the same id.
 *
 * <p>A sealed index tells without being read whether it can hold anything a filter wants. A damaged stretch is passed
 * over and told in {@link #damages}.
 */
public final class ItemIndex implements AutoCloseable {

  static final byte[] FILE_HEADER = {'N', 'H', 'I', 'T', 'E', 'M', 'S', 1};
  private static final int LONGEST_FRAME = 1 << 26;

  private final Path file;
  private final FileChannel channel;
  private final @Nullable ItemFooter footer;
  private final long end;
  private final List<Damage> damages = new ArrayList<>();
  private long upTo;
  private boolean readOnce;

  private ItemIndex(Path file) throws IOException {
    this.file = file;
    channel = FileChannel.open(file);
    long size = channel.size();
    if (size < FILE_HEADER.length || !Arrays.equals(Disk.read(channel, 0, FILE_HEADER.length), FILE_HEADER)) {
      channel.close();
      throw ArchiveException.broken(new Damage(file, 0, "not an item index of version 1; make it anew from its WARC"));
    }
    long place = -1;
    if (size >= FILE_HEADER.length + ItemFooter.TRAILER) {
      place = ItemFooter.place(ByteBuffer.wrap(Disk.read(channel, size - ItemFooter.TRAILER, ItemFooter.TRAILER)));
    }
    if (place >= FILE_HEADER.length && place < size - ItemFooter.TRAILER && size - place <= Integer.MAX_VALUE) {
      footer = ItemFooter.parse(Disk.read(channel, place, (int) (size - ItemFooter.TRAILER - place)));
      end = place;
      if (footer == null) {
        damages.add(new Damage(file, place, "the footer is damaged; the entries are read without it"));
      }
    } else {
      footer = null;
      end = size;
    }
  }

  /** The name of the index of a WARC, whether that is open or sealed. */
  public static Path of(Path warc) {
    String name = String.valueOf(warc.getFileName());
    String base = name.endsWith(WarcName.OPEN) ? name.substring(0, name.length() - WarcName.OPEN.length()) : name;
    return warc.resolveSibling(base + ".items");
  }

  public static ItemIndex open(Path file) {
    try {
      return new ItemIndex(file);
    } catch (IOException e) {
      throw ArchiveException.io("reading", file, e);
    }
  }

  /** All entries that a filter wants; nothing is read of a file that cannot hold any. */
  public static void read(Path file, ItemFilter filter, Consumer<? super ItemEntry> to) {
    try (ItemIndex index = open(file)) {
      if (index.mayHold(filter)) {
        index.read(filter, to);
      }
    }
  }

  public boolean sealed() {
    return footer != null;
  }

  public boolean mayHold(ItemFilter filter) {
    return footer == null || footer.mayHold(filter);
  }

  /** From the footer, or by reading everything where there is none. */
  public ItemSummary summary() {
    return footer != null ? footer.summary() : ItemTally.of(this).summary();
  }

  public long indexedUpTo() {
    if (footer != null) {
      return footer.summary().indexedUpTo();
    }
    if (!readOnce) {
      read(ItemFilter.all(), entry -> {
      });
    }
    return upTo;
  }

  public void read(ItemFilter filter, Consumer<? super ItemEntry> to) {
    try {
      walk(filter, to);
      readOnce |= filter.equals(ItemFilter.all());
    } catch (IOException e) {
      throw ArchiveException.io("reading", file, e);
    }
  }

  /** What was found damaged so far. */
  public List<Damage> damages() {
    return List.copyOf(damages);
  }

  Path file() {
    return file;
  }

  /** A frame that is skipped unread does not tell how far the index goes: nobody has checked what it says. */
  private void walk(ItemFilter filter, Consumer<? super ItemEntry> to) throws IOException {
    long at = FILE_HEADER.length;
    byte[] frame = new byte[1 << 16];
    while (at < end) {
      ItemFrame.Head head = head(at);
      boolean wanted = head != null && head.mayHold(filter);
      if (head != null && wanted) {
        int length = ItemFrame.HEADER + head.length();
        if (frame.length < length) {
          frame = new byte[length];
        }
        Disk.read(channel, ByteBuffer.wrap(frame, 0, length), at);
        if (ItemFrame.checksum(frame, 0, head.length()) == head.checksum()) {
          ItemFrame.read(frame, head, filter, to);
        } else {
          head = null;
        }
      }
      if (head == null) {
        at = passOver(at);
      } else {
        upTo = wanted ? Math.max(upTo, head.upTo()) : upTo;
        at += ItemFrame.HEADER + head.length();
      }
    }
  }

  private ItemFrame.@Nullable Head head(long at) throws IOException {
    if (end - at < ItemFrame.HEADER) {
      return null;
    }
    ItemFrame.Head head = ItemFrame.Head.parse(ByteBuffer.wrap(Disk.read(channel, at, ItemFrame.HEADER)));
    return head == null || head.length() > Math.min(LONGEST_FRAME, end - at - ItemFrame.HEADER) ? null : head;
  }

  /** Where the next whole frame starts, or the end. */
  private long passOver(long bad) throws IOException {
    for (long at = bad + 1; at <= end - ItemFrame.HEADER; at++) {
      ItemFrame.Head head = head(at);
      if (head != null) {
        byte[] frame = Disk.read(channel, at, ItemFrame.HEADER + head.length());
        if (ItemFrame.checksum(frame, 0, head.length()) == head.checksum()) {
          damages.add(new Damage(file, bad, (at - bad) + " bytes are damaged; the entries in them are not read"));
          return at;
        }
      }
    }
    damages.add(new Damage(file, bad, "the last " + (end - bad) + " bytes are not whole"));
    return end;
  }

  /** Where the footer starts, or the file ends. */
  long entriesEnd() {
    return end;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw ArchiveException.io("closing", file, e);
    }
  }
}
