package io.nuthatch.archive;

import io.nuthatch.archive.gzip.Bytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** A run of entries of an item index, as it stands in the file; docs/formats/archive.md has the bytes. */
final class ItemFrame {

  /*
   * Compactness. Every frame has a table of its own for the names of platforms and accounts, and everything that
   * usually follows from the entry before is written as the difference to it or left out by a flag. So a frame can be
   * read without the others, and a damaged one takes no other with it.
   */

  static final int MAGIC = 0x0169484e;
  static final int HEADER = 44;
  static final int MOST_ENTRIES = 4096;

  private static final int DATE_KIND = 3;
  private static final int SECONDS = 1;
  private static final int MILLIS = 2;
  private static final int NANOS = 3;
  private static final int NUMERIC = 4;
  private static final int SAME_RECORD = 8;
  private static final int SAME_ACCOUNT = 16;
  private static final int SAME_PLATFORM = 32;
  private static final int NEXT_ORDINAL = 64;
  private static final int LONGEST_NUMBER = 18;

  /** What the header of a frame says. Dates are in milliseconds; without dated entries the first is after the last. */
  record Head(int length, int checksum, long upTo, int count, long first, long last, int dateless) {

    static @Nullable Head parse(ByteBuffer header) {
      header.order(ByteOrder.LITTLE_ENDIAN);
      if (header.getInt(0) != MAGIC) {
        return null;
      }
      Head head = new Head(header.getInt(4), header.getInt(8), header.getLong(12), header.getInt(20),
          header.getLong(24), header.getLong(32), header.getInt(40));
      return head.length < 0 || head.count < 0 || head.count > MOST_ENTRIES ? null : head;
    }

    boolean mayHold(ItemFilter filter) {
      return dateless > 0 || filter.overlaps(first, last);
    }
  }

  private ItemFrame() {
  }

  static void write(Bytes out, List<ItemEntry> entries, long upTo) {
    int start = out.length();
    out.room(HEADER);
    out.length(start + HEADER);
    Map<String, Integer> table = new HashMap<>();
    List<String> names = new ArrayList<>();
    for (ItemEntry entry : entries) {
      name(entry.platform(), table, names);
      name(entry.account(), table, names);
    }
    Varints.put(out, names.size());
    names.forEach(name -> Varints.putText(out, name));
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    int dateless = 0;
    Running running = new Running();
    for (ItemEntry entry : entries) {
      running.write(out, entry, table);
      Instant date = entry.date();
      if (date == null) {
        dateless++;
      } else {
        first = Math.min(first, date.toEpochMilli());
        last = Math.max(last, date.toEpochMilli());
      }
    }
    ByteBuffer header = ByteBuffer.wrap(out.array(), start, HEADER).slice().order(ByteOrder.LITTLE_ENDIAN);
    int length = out.length() - start - HEADER;
    header.putInt(0, MAGIC).putInt(4, length).putLong(12, upTo).putInt(20, entries.size()).putLong(24, first)
        .putLong(32, last).putInt(40, dateless);
    header.putInt(8, checksum(out.array(), start, length));
  }

  private static void name(String name, Map<String, Integer> table, List<String> names) {
    if (table.putIfAbsent(name, names.size()) == null) {
      names.add(name);
    }
  }

  /** Of everything behind it in a frame that starts here. */
  static int checksum(byte[] bytes, int start, int length) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, start + 12, length + HEADER - 12);
    return (int) checksum.getValue();
  }

  /** @param frame a whole frame whose checksum was found right */
  static void read(byte[] frame, Head head, ItemFilter filter, Consumer<? super ItemEntry> to) {
    Varints in = new Varints(frame, HEADER, HEADER + head.length);
    String[] names = new String[(int) in.next()];
    boolean[] wanted = new boolean[names.length];
    boolean any = filter.accounts().isEmpty();
    for (int i = 0; i < names.length; i++) {
      names[i] = in.text();
      wanted[i] = filter.accounts().isEmpty() || filter.accounts().contains(names[i]);
      any |= wanted[i];
    }
    if (!any) {
      return;
    }
    Running running = new Running();
    for (int i = 0; i < head.count; i++) {
      running.read(in);
      if (wanted[running.account] && filter.wants(running.date)) {
        to.accept(running.entry(names));
      }
    }
  }

  /** The state that goes from one entry to the next, the same for writing and reading. */
  private static final class Running {
    private long postId;
    private int platform;
    private int account;
    private long number;
    private @Nullable String text;
    private @Nullable Instant date;
    private long seconds;
    private long millis;
    private long offset;
    private long length;
    private int ordinal = -1;

    void write(Bytes out, ItemEntry entry, Map<String, Integer> table) {
      int itsPlatform = table.getOrDefault(entry.platform(), 0);
      int itsAccount = table.getOrDefault(entry.account(), 0);
      boolean numeric = numeric(entry.nativeId());
      boolean sameRecord = entry.offset() == offset && entry.length() == length;
      boolean nextOrdinal = entry.ordinal() == (sameRecord ? ordinal + 1 : 0);
      int kind = kind(entry.date());
      out.add(kind | (numeric ? NUMERIC : 0) | (sameRecord ? SAME_RECORD : 0)
          | (itsAccount == account ? SAME_ACCOUNT : 0) | (itsPlatform == platform ? SAME_PLATFORM : 0)
          | (nextOrdinal ? NEXT_ORDINAL : 0));
      Varints.putSigned(out, entry.postId() - postId);
      postId = entry.postId();
      if (itsPlatform != platform) {
        Varints.put(out, itsPlatform);
        platform = itsPlatform;
      }
      if (itsAccount != account) {
        Varints.put(out, itsAccount);
        account = itsAccount;
      }
      if (numeric) {
        long value = Long.parseLong(entry.nativeId());
        Varints.putSigned(out, value - number);
        number = value;
      } else {
        Varints.putText(out, entry.nativeId());
      }
      writeDate(out, entry.date(), kind);
      if (!sameRecord) {
        Varints.putSigned(out, entry.offset() - offset - length);
        Varints.put(out, entry.length());
        offset = entry.offset();
        length = entry.length();
      }
      ordinal = entry.ordinal();
      if (!nextOrdinal) {
        Varints.put(out, ordinal);
      }
    }

    private void writeDate(Bytes out, @Nullable Instant itsDate, int kind) {
      if (itsDate == null) {
        return;
      }
      if (kind == MILLIS) {
        Varints.putSigned(out, itsDate.toEpochMilli() - millis);
      } else {
        Varints.putSigned(out, itsDate.getEpochSecond() - seconds);
        if (kind == NANOS) {
          Varints.put(out, itsDate.get(ChronoField.NANO_OF_SECOND));
        }
      }
      follow(itsDate);
    }

    private void follow(Instant itsDate) {
      seconds = itsDate.getEpochSecond();
      millis = itsDate.toEpochMilli();
    }

    void read(Varints in) {
      int flags = in.one();
      boolean sameRecord = (flags & SAME_RECORD) != 0;
      postId += in.signed();
      if ((flags & SAME_PLATFORM) == 0) {
        platform = (int) in.next();
      }
      if ((flags & SAME_ACCOUNT) == 0) {
        account = (int) in.next();
      }
      if ((flags & NUMERIC) != 0) {
        number += in.signed();
        text = null;
      } else {
        text = in.text();
      }
      date = switch (flags & DATE_KIND) {
        case SECONDS -> Instant.ofEpochSecond(seconds + in.signed());
        case MILLIS -> Instant.ofEpochMilli(millis + in.signed());
        case NANOS -> Instant.ofEpochSecond(seconds + in.signed(), in.next());
        default -> null;
      };
      if (date != null) {
        follow(date);
      }
      if (!sameRecord) {
        offset += length + in.signed();
        length = in.next();
      }
      if ((flags & NEXT_ORDINAL) == 0) {
        ordinal = (int) in.next();
      } else {
        ordinal = sameRecord ? ordinal + 1 : 0;
      }
    }

    ItemEntry entry(String[] names) {
      String nativeId = text == null ? Long.toString(number) : text;
      return new ItemEntry(postId, names[platform], nativeId, date, names[account], offset, length, ordinal);
    }

    private static int kind(@Nullable Instant date) {
      if (date == null) {
        return 0;
      }
      int nanos = date.get(ChronoField.NANO_OF_SECOND);
      return nanos == 0 ? SECONDS : nanos % 1_000_000 == 0 ? MILLIS : NANOS;
    }

    private static boolean numeric(String id) {
      if (id.isEmpty() || id.length() > LONGEST_NUMBER + 1 || (id.charAt(0) == '0' && id.length() > 1)) {
        return false;
      }
      for (int i = 0; i < id.length(); i++) {
        if (id.charAt(i) < '0' || id.charAt(i) > '9') {
          return false;
        }
      }
      return id.length() <= LONGEST_NUMBER || id.compareTo("9223372036854775807") <= 0;
    }
  }
}
