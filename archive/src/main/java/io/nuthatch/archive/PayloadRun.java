package io.nuthatch.archive;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One sorted file of a {@link PayloadIndex}: digests and where their payloads are. It never changes. */
final class PayloadRun implements AutoCloseable {

  /** A payload: its digest, and the record that holds it. */
  @SuppressWarnings("ArrayRecordComponent") // compared by its own method only
  record Entry(byte[] digest, String warc, long offset, long length) implements Comparable<Entry> {
    @Override
    public int compareTo(Entry other) {
      return Arrays.compareUnsigned(digest, other.digest);
    }
  }

  private static final byte[] HEADER = {'N', 'H', 'D', 'I', 'G', 'S', 'T', 1};
  private static final int FIXED = HEADER.length + 12;
  private static final int ENTRY = Sha1.LENGTH + 4 + 8 + 8;
  private static final int MOST_NAMES = 1 << 24;

  private final FileChannel channel;
  private final long entries;
  private final List<String> warcs = new ArrayList<>();
  private final long start;

  private PayloadRun(FileChannel channel) throws IOException {
    this.channel = channel;
    ByteBuffer fixed = ByteBuffer.wrap(Disk.read(channel, 0, FIXED));
    int names = fixed.getInt(HEADER.length + 8);
    entries = fixed.getLong(HEADER.length);
    start = FIXED + (long) names;
    if (!Arrays.equals(fixed.array(), 0, HEADER.length, HEADER, 0, HEADER.length) || names < 0 || names > MOST_NAMES
        || channel.size() != start + entries * ENTRY) {
      throw new IOException("it is not whole, or not of version 1");
    }
    warcs.addAll(Arrays.asList(new String(Disk.read(channel, FIXED, names), StandardCharsets.UTF_8).split("\n", -1)));
  }

  static PayloadRun open(Path file) throws IOException {
    FileChannel channel = FileChannel.open(file);
    try {
      return new PayloadRun(channel);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /** A sorted sequence of entries. */
  @FunctionalInterface
  interface Sequence {
    @Nullable
    Entry next() throws IOException;
  }

  /**
   * Writes a run whole.
   *
   * @param warcs all that the entries name
   */
  static void write(Path file, List<String> warcs, long count, Sequence sorted) throws IOException {
    Map<String, Integer> numbers = new HashMap<>();
    warcs.forEach(warc -> numbers.put(warc, numbers.size()));
    byte[] names = String.join("\n", warcs).getBytes(StandardCharsets.UTF_8);
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
        StandardOpenOption.TRUNCATE_EXISTING)) {
      DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16));
      out.write(HEADER);
      out.writeLong(count);
      out.writeInt(names.length);
      out.write(names);
      for (Entry entry = sorted.next(); entry != null; entry = sorted.next()) {
        out.write(entry.digest);
        out.writeInt(numbers.getOrDefault(entry.warc, -1));
        out.writeLong(entry.offset);
        out.writeLong(entry.length);
      }
      out.flush();
      channel.force(true);
    }
    Disk.move(draft, file);
  }

  long entries() {
    return entries;
  }

  List<String> warcs() {
    return warcs;
  }

  Entry entry(long number) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Disk.read(channel, start + number * ENTRY, ENTRY));
    byte[] digest = new byte[Sha1.LENGTH];
    bytes.get(digest);
    return new Entry(digest, warcs.get(bytes.getInt()), bytes.getLong(), bytes.getLong());
  }

  /** All with this digest. */
  List<Entry> find(byte[] digest) throws IOException {
    long low = 0;
    long high = entries;
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (Arrays.compareUnsigned(entry(middle).digest, digest) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    List<Entry> found = new ArrayList<>();
    for (long at = low; at < entries; at++) {
      Entry entry = entry(at);
      if (!Arrays.equals(entry.digest, digest)) {
        break;
      }
      found.add(entry);
    }
    return found;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
