package io.nuthatch.queue.embedded;

import io.nuthatch.queue.QueueException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the journal builds on: the calendars' names, the pages that count with the bits of what is gone from each, and
 * the first segment still to be read. It is replaced as a whole.
 */
record Checkpoint(long firstSegment, List<Name> names, Map<Long, long[]> goneByPage) {

  static final String FILE = "checkpoint";
  private static final long MAGIC = 0x3130_4B50_434A_484EL; // "NHJCPK01" in little-endian
  private static final int HEADER = 16;

  record Name(boolean buried, String namespace) {
  }

  /** The bytes of the state as it is now; pages without a live job are left out. */
  static ByteBuffer encode(long firstSegment, Collection<Calendar> calendars, Collection<Page> pages) {
    var out = new GrowingBuffer();
    out.putLong(MAGIC);
    out.putLong(0);
    out.putLong(firstSegment);
    out.putInt(calendars.size());
    for (Calendar calendar : calendars) {
      byte[] name = calendar.namespace.getBytes(StandardCharsets.UTF_8);
      out.putInt(calendar.buried ? 1 : 0);
      out.putInt(name.length);
      out.put(name);
    }
    List<Page> used = pages.stream().filter(page -> page.live() > 0).toList();
    out.putInt(used.size());
    for (Page page : used) {
      out.putLong(page.id);
      Runs.write(page.gone(), out);
    }
    ByteBuffer bytes = out.toBuffer();
    bytes.putInt(8, bytes.remaining() - HEADER);
    bytes.putInt(12, Layout.checksum(bytes.slice(HEADER, bytes.remaining() - HEADER)));
    return bytes;
  }

  static Checkpoint read(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    if (in.remaining() < HEADER || in.getLong() != MAGIC) {
      throw damaged(file, 0, "it is not a checkpoint of version 1");
    }
    if (in.getInt() != in.capacity() - HEADER || in.getInt() != Layout.checksum(in.slice())) {
      throw damaged(file, 8, "its length or checksum is wrong");
    }
    long firstSegment = in.getLong();
    List<Name> names = new ArrayList<>();
    for (int left = in.getInt(); left > 0; left--) {
      boolean buried = in.getInt() != 0;
      byte[] name = new byte[in.getInt()];
      in.get(name);
      names.add(new Name(buried, new String(name, StandardCharsets.UTF_8)));
    }
    Map<Long, long[]> pages = new LinkedHashMap<>();
    for (int left = in.getInt(); left > 0; left--) {
      pages.put(in.getLong(), Runs.read(in));
    }
    return new Checkpoint(firstSegment, names, pages);
  }

  private static QueueException damaged(Path file, long offset, String what) {
    return QueueException.broken(
        file + " is damaged at offset " + offset + ": " + what + "; restore the directory from a copy", null);
  }
}
