package io.nuthatch.archive;

import io.nuthatch.archive.gzip.GzipHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Mends one WARC that was left open: everything whole stays where it is, what is not whole is moved aside. */
final class Recovery {

  /*
   * The end. What is not whole at the end of the file was being written when the process or the machine stopped. It is
   * moved to a .torn file, and the file ends with its last whole record.
   *
   * The middle. What is damaged between whole records was damaged on the disk. It is moved aside too, and its place is
   * taken by a gzip member of the same length that holds nothing, so that the offsets of all other records, and with
   * them the indexes, stay right, and any reader passes over it.
   */

  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

  private final Archive archive;
  private final Path open;
  private final Path path;
  private final List<Damage> damages;
  private final List<String> lines = new ArrayList<>();
  private long records;
  private @Nullable UUID id;
  private @Nullable Instant created;

  Recovery(Archive archive, Path open, List<Damage> damages) {
    this.archive = archive;
    this.open = open;
    this.damages = damages;
    String name = String.valueOf(open.getFileName());
    this.path = open.resolveSibling(name.substring(0, name.length() - WarcName.OPEN.length()));
  }

  /** Empty if nothing whole is in the file; it is then moved aside altogether. */
  Optional<OpenWarc.Start> run() {
    try {
      if (!open.toFile().setWritable(true)) {
        throw new IOException("it could not be made writable");
      }
      FileChannel channel = FileChannel.open(open, StandardOpenOption.READ, StandardOpenOption.WRITE);
      try {
        Optional<OpenWarc.Start> start = run(channel);
        if (start.isEmpty()) {
          channel.close();
        }
        return start;
      } catch (IOException | ArchiveException e) {
        channel.close();
        throw e;
      }
    } catch (IOException e) {
      throw ArchiveException.io("recovering", open, e);
    }
  }

  private Optional<OpenWarc.Start> run(FileChannel channel) throws IOException {
    FileLock lock = Archive.lock(channel, open);
    long end = mend(channel);
    // Mending has read the file through a channel of its own.
    lock.release();
    Archive.lock(channel, open);
    if (id == null || created == null) {
      Files.deleteIfExists(CdxjDraft.draftOf(path));
      Files.deleteIfExists(ItemIndex.of(path));
      Files.delete(open);
      Disk.syncEntries(Disk.directoryOf(open));
      return Optional.empty();
    }
    MessageDigest digest = digest(channel);
    channel.position(end);
    RecordFile file = new RecordFile(channel, archive.packers(), digest, end);
    return Optional.of(new OpenWarc.Start(path, file, ItemLog.recover(ItemIndex.of(path), end, damages),
        new CdxjDraft(path, lines), id, created, records));
  }

  /** The new end of the file. */
  private long mend(FileChannel channel) throws IOException {
    List<Place> whole = new ArrayList<>();
    long size = channel.size();
    try (WarcReader reader = WarcReader.open(open, WarcReader.Mode.LENIENT, archive.settings().compression())) {
      for (WarcRecord record = reader.next(); record != null; record = reader.next()) {
        if (record.whole()) {
          whole.add(record.place());
          note(record);
        }
      }
    }
    long at = 0;
    for (Place place : whole) {
      if (place.offset() > at) {
        aside(channel, at, place.offset(), "damaged");
        ByteBuffer filler = ByteBuffer
            .wrap(GzipHeader.filler((int) (place.offset() - at), "damaged; moved to a .torn file"));
        channel.position(at);
        Disk.append(channel, filler);
      }
      at = place.end();
    }
    if (at < size) {
      aside(channel, at, size, "not whole");
      channel.truncate(at);
    }
    channel.force(true);
    return at;
  }

  private void aside(FileChannel channel, long from, long to, String why) throws IOException {
    Path torn = WarcName.aside(path, from);
    try (FileChannel out = FileChannel.open(torn, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (long at = from; at < to;) {
        at += channel.transferTo(at, to - at, out);
      }
      out.force(true);
    }
    Disk.syncEntries(Disk.directoryOf(torn));
    Damage damage = new Damage(open, from,
        (to - from) + " bytes were " + why + " and were moved to " + torn.getFileName());
    damages.add(damage);
    LOG.warn("recovering {}", damage);
  }

  private void note(WarcRecord record) {
    records++;
    if (id == null) {
      id = uuid(record.id());
      created = record.date();
    }
    String line = Captures.draftLine(record, path);
    if (line != null) {
      lines.add(line);
    }
  }

  static UUID uuid(String recordId) {
    try {
      return UUID.fromString(recordId.replace("urn:uuid:", ""));
    } catch (IllegalArgumentException e) {
      return UUID.nameUUIDFromBytes(recordId.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static MessageDigest digest(FileChannel channel) throws IOException {
    MessageDigest digest = Sha1.digest();
    ByteBuffer piece = ByteBuffer.allocate(1 << 16);
    long at = 0;
    for (int got = channel.read(piece, at); got >= 0; got = channel.read(piece, at)) {
      at += got;
      digest.update(piece.flip());
      piece.clear();
    }
    return digest;
  }
}
