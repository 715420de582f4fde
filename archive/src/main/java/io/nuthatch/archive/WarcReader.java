package io.nuthatch.archive;

import io.nuthatch.archive.gzip.Compression;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads WARC files of versions 1.0 and 1.1, compressed record by record, compressed as a whole, or not at all: one
 * record after the other, or the one at a given place.
 *
 * <p>A lenient reader gives what can be had: it tells every {@link Damage}, passes over what is destroyed, and gives
 * the beginning of a record whose end is missing. A strict one stops at the first. For one thread at a time.
 */
public final class WarcReader implements AutoCloseable {

  /*
   * A gzip member is known to be whole, with the right checksum, before its first record is given. What is damaged in
   * the middle of a file is never given, since nobody could tell which of its bytes are right; what is merely cut off
   * at the end is right as far as it goes.
   */

  /** What to do about damage. */
  public enum Mode {
    LENIENT,
    STRICT
  }

  private static final byte[] BEGINNING = "WARC/".getBytes(StandardCharsets.US_ASCII);
  private static final int LONGEST_HEADER = 1 << 20;
  private static final int VERSION_LINE = 20;

  private final Path file;
  private final Mode mode;
  private final FileChannel channel;
  private final long size;
  private final @Nullable Members members;
  private final List<Damage> damages = new ArrayList<>();
  private Consumer<Damage> listener = damage -> {
  };

  private @Nullable Window window;
  private @Nullable BlockInput block;
  /** Of the gzip member that is open. */
  private long memberOffset;
  private long memberLength;
  private boolean memberWhole = true;
  private int within;
  private long nextMember;
  private long recordOffset;
  private boolean recordWhole;

  private WarcReader(Path file, Mode mode, Compression compression) throws IOException {
    this.file = file;
    this.mode = mode;
    channel = FileChannel.open(file);
    size = channel.size();
    members = isGzip() ? new Members(channel, compression) : null;
  }

  /** By its first bytes; by its name where these are damaged. */
  private boolean isGzip() throws IOException {
    byte[] first = Disk.read(channel, 0, (int) Math.min(BEGINNING.length, size));
    boolean magic = first.length >= 2 && first[0] == 0x1f && (first[1] & 0xff) == 0x8b;
    boolean named = file.toString().endsWith(".gz") || WarcName.isOpen(file);
    return magic || (named && !Arrays.equals(first, BEGINNING));
  }

  /** A lenient reader. */
  public static WarcReader open(Path file) {
    return open(file, Mode.LENIENT);
  }

  public static WarcReader open(Path file, Mode mode) {
    return open(file, mode, new Compression(Compression.By.FASTEST, 6));
  }

  /**
   * A reader of either mode.
   *
   * @param compression by what the file is to be decompressed
   */
  public static WarcReader open(Path file, Mode mode, Compression compression) {
    try {
      return new WarcReader(file, mode, compression);
    } catch (IOException e) {
      throw ArchiveException.io("reading", file, e);
    }
  }

  /** Hears of every damage when it is found. */
  public WarcReader onDamage(Consumer<Damage> theListener) {
    listener = theListener;
    return this;
  }

  /** All that was found damaged so far. */
  public List<Damage> damages() {
    return List.copyOf(damages);
  }

  /** The next record; null at the end. What was left of the one before is passed over. */
  public @Nullable WarcRecord next() {
    try {
      finish();
      while (true) {
        if (window == null && !openNext()) {
          return null;
        }
        WarcRecord record = parse();
        if (record != null) {
          return record;
        }
      }
    } catch (IOException e) {
      throw ArchiveException.io("reading", file, e);
    }
  }

  /** The record at a place; {@link #next} goes on behind it. */
  public WarcRecord read(Place place) {
    try {
      if (place.end() > size) {
        throw ArchiveException.broken(new Damage(file, place.offset(), "the file ends at " + size
            + ", within the record that should be here"));
      }
      window = null;
      block = null;
      int before = damages.size();
      if (members == null) {
        window = new FileWindow(channel, place.offset(), size);
      } else {
        Members.Member member = members.open(place.offset());
        if (member.problem() != null || member.length() != place.length()) {
          String what = member.problem() == null
              ? "the record here has " + member.length() + " bytes, not " + place.length()
              : member.problem();
          throw ArchiveException.broken(new Damage(file, place.offset(), what));
        }
        enter(member);
      }
      WarcRecord record = parse();
      if (record == null || record.place().offset() != place.offset()) {
        String what = damages.size() > before ? damages.getLast().what() : "no record starts here";
        throw ArchiveException.broken(new Damage(file, place.offset(), what));
      }
      return record;
    } catch (IOException e) {
      throw ArchiveException.io("reading", file, e);
    }
  }

  private boolean openNext() throws IOException {
    if (members == null) {
      if (nextMember > 0 || size == 0) {
        return false;
      }
      nextMember = size;
      window = new FileWindow(channel, 0, size);
      return true;
    }
    while (nextMember < size) {
      Members.Member member = members.open(nextMember);
      if (member.problem() == null) {
        if (member.content().left() == 0) {
          damage(nextMember, member.length() + " bytes hold nothing; they were put aside when a damaged file was "
              + "recovered");
          nextMember += member.length();
          continue;
        }
        enter(member);
        return true;
      }
      if (afterDamage(member)) {
        return true;
      }
    }
    return false;
  }

  /** Whether there is a cut-off member to be read; otherwise the next whole one is the next. */
  private boolean afterDamage(Members.Member bad) throws IOException {
    Members it = Objects.requireNonNull(members);
    long found = it.find(bad.offset() + 1, BEGINNING);
    damage(bad.offset(), found < 0
        ? bad.problem() + "; the last " + (size - bad.offset()) + " bytes are not whole"
        : bad.problem() + "; " + (found - bad.offset()) + " bytes are passed over");
    nextMember = found < 0 ? size : found;
    if (found >= 0 || !bad.cutOff()) {
      return false;
    }
    enter(it.open(bad.offset()));
    nextMember = size;
    return true;
  }

  private void enter(Members.Member member) {
    window = member.content();
    memberOffset = member.offset();
    memberLength = member.length();
    memberWhole = member.problem() == null;
    nextMember = member.offset() + member.length();
    within = 0;
  }

  /** Null when nothing more is to be had from this window. */
  private @Nullable WarcRecord parse() throws IOException {
    Window in = Objects.requireNonNull(window);
    skipLineEnds(in);
    recordOffset = in instanceof FileWindow plain ? plain.position() : memberOffset;
    if (in.left() == 0) {
      window = null;
      return null;
    }
    int end = headerEnd(in);
    if (end < 0) {
      return noRecord(in, memberWhole ? "no record starts here" : "the header of the record is not whole");
    }
    int line = in.at;
    while (in.bytes[line] != '\n') {
      line++;
    }
    String version = new String(in.bytes, in.at + BEGINNING.length, line - in.at - BEGINNING.length,
        StandardCharsets.ISO_8859_1).trim();
    Fields header = Fields.parse(in.bytes, line + 1, end);
    long length = header.number("Content-Length");
    if (length < 0) {
      return noRecord(in, "the record does not say how long it is");
    }
    if (header.strayLines() > 0) {
      damage(recordOffset, header.strayLines() + " lines of the header are not fields");
    }
    int headLength = end - in.at;
    in.at = end;
    boolean enough = in.left() >= length;
    recordWhole = enough && memberWhole;
    if (!enough) {
      damage(recordOffset, "the block of the record ends " + (length - in.left()) + " bytes early");
    }
    Place place = in instanceof FileWindow
        ? new Place(recordOffset, Math.min(size - recordOffset, headLength + length + 4))
        : new Place(memberOffset, memberLength);
    block = new BlockInput(in, Math.min(length, in.left()));
    long offset = recordOffset;
    return new WarcRecord(new WarcRecord.Found(file, place, within++, recordWhole), version, header, block,
        problem -> damage(offset, problem));
  }

  private @Nullable WarcRecord noRecord(Window in, String what) throws IOException {
    if (memberWhole) {
      damage(recordOffset, what);
    }
    if (in instanceof FileWindow && resynchronised(in)) {
      return null;
    }
    window = null;
    return null;
  }

  /** To the next line that starts like a record. */
  private static boolean resynchronised(Window in) throws IOException {
    in.skip(1);
    while (in.left() > 0) {
      if (!in.holds(BEGINNING.length + 1)) {
        return false;
      }
      if (in.bytes[in.at] == '\n' && starts(in, in.at + 1)) {
        in.at++;
        return true;
      }
      in.at++;
    }
    return false;
  }

  /** Behind the empty line that ends the header; -1 if there is no header. */
  private static int headerEnd(Window in) throws IOException {
    if (!in.holds(VERSION_LINE) || !starts(in, in.at)) {
      return -1;
    }
    while (true) {
      int end = HttpHead.end(in.bytes, in.at, in.end);
      if (end >= 0 || in.end - in.at > LONGEST_HEADER || !in.more()) {
        return end;
      }
    }
  }

  private static boolean starts(Window in, int at) {
    return Arrays.equals(in.bytes, at, at + BEGINNING.length, BEGINNING, 0, BEGINNING.length);
  }

  /** Passes over what is left of a record and what ends it. */
  private void finish() throws IOException {
    if (block == null || window == null) {
      return;
    }
    block.drop();
    block = null;
    int ends = skipLineEnds(window);
    if (ends != RecordHead.END_OF_RECORD.length && recordWhole) {
      damage(recordOffset, "the record is followed by " + ends + " bytes of line ends, not by "
          + RecordHead.END_OF_RECORD.length);
    }
    if (window.left() == 0) {
      window = null;
    }
  }

  private static int skipLineEnds(Window in) throws IOException {
    int count = 0;
    while (in.at < in.end || in.more()) {
      if (in.bytes[in.at] != '\r' && in.bytes[in.at] != '\n') {
        break;
      }
      in.at++;
      count++;
    }
    return count;
  }

  private void damage(long offset, String what) {
    Damage damage = new Damage(file, offset, what);
    if (mode == Mode.STRICT) {
      throw ArchiveException.broken(damage);
    }
    damages.add(damage);
    listener.accept(damage);
  }

  @Override
  public void close() {
    try (channel) {
      if (members != null) {
        members.close();
      }
    } catch (IOException e) {
      throw ArchiveException.io("closing", file, e);
    }
  }
}
