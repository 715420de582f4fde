package io.nuthatch.archive;

import io.nuthatch.archive.gzip.Bytes;
import io.nuthatch.model.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Writes a sealed WARC anew without what is to be removed, under another name, as a draft. */
final class Rewriting {

  /*
   * What stays is copied byte by byte, so that its digests are those of the capture. The copy begins with a warcinfo
   * of its own; that of the original follows it, and speaks for all
   * that comes after.
   */

  private final Archive archive;
  private final SealedWarc before;
  private final Takedown.Order order;
  private final Map<Long, Takedown.Removal> removals = new HashMap<>();
  private final Set<String> removedIds = new HashSet<>();
  private final Map<Long, Place> places = new HashMap<>();
  private final Instant now;
  private long records;

  Rewriting(Archive archive, SealedWarc before, Takedown.Order order) {
    this.archive = archive;
    this.before = before;
    this.order = order;
    this.now = archive.clock().instant();
    order.removals().forEach(removal -> removals.put(removal.place().offset(), removal));
  }

  static Path draftOf(Path after) {
    return after.resolveSibling(after.getFileName() + ".rewriting");
  }

  /** The draft and its indexes, all on the disk; only the draft has not its name yet. */
  SealedWarc write(Path after) throws IOException {
    Path draft = draftOf(after);
    UUID id = RecordId.next();
    String sha1;
    long bytes;
    try (
        FileChannel from = FileChannel.open(before.path());
        WarcReader reader = WarcReader.open(before.path(), WarcReader.Mode.STRICT);
        RecordFile to = new RecordFile(FileChannel.open(draft, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            archive.packers(), Sha1.digest(), 0)) {
      warcinfo(to, id, after);
      for (WarcRecord record = reader.next(); record != null; record = reader.next()) {
        one(record, from, to);
      }
      if (!removals.isEmpty()) {
        throw ArchiveException.caller("no record starts at offset " + new TreeSet<>(removals.keySet()).first() + " of "
            + before.path());
      }
      to.sync();
      sha1 = to.sha1();
      bytes = to.position();
    }
    Disk.makeReadOnly(draft);
    items(after);
    urls(draft, after);
    return new SealedWarc(OpenWarc.hex(id), after, sha1, bytes, now, records);
  }

  private void one(WarcRecord record, FileChannel from, RecordFile to) throws IOException {
    Takedown.@Nullable Removal removal = removals.remove(record.place().offset());
    switch (removal) {
      case null -> {
        if (record.header().all("WARC-Concurrent-To").stream().noneMatch(removedIds::contains)) {
          places.put(record.place().offset(), to.copy(from, record.place()));
          records++;
        }
      }
      case Takedown.WholeRecord whole -> {
        removedIds.add(record.header().first("WARC-Record-ID", ""));
        tombstone(to, record, null, null);
      }
      case Takedown.Items items -> cut(record, items, to);
    }
  }

  private void cut(WarcRecord record, Takedown.Items items, RecordFile to) throws IOException {
    HttpHead http = record.http();
    if (http == null || !record.type().equals("response")) {
      throw ArchiveException.caller("items can be cut from HTTP responses only, not from a " + record);
    }
    byte[] payload;
    try (InputStream in = record.payload()) {
      payload = in.readAllBytes();
    }
    byte[] rest = items.cut().apply(payload.clone());
    if (Arrays.equals(rest, payload)) {
      throw ArchiveException.caller("nothing was cut from the " + record);
    }
    byte[] head = http.withoutFramingAndCoding();
    UUID id = RecordId.next();
    Instant date = record.date();
    RecordHead anew = new RecordHead("response", id, date == null ? now : date)
        .field("WARC-Target-URI", record.target()).field("WARC-IP-Address", record.header().first("WARC-IP-Address"))
        .field("Content-Type", record.contentType()).field("WARC-Payload-Digest", Sha1.field(Sha1.of(rest)))
        .field("WARC-Block-Digest", Sha1.field(Sha1.of(head, rest)));
    places.put(record.place().offset(),
        to.write(anew.end((long) head.length + rest.length, head), Body.of(rest), false));
    records++;
    tombstone(to, record, id, items);
  }

  /** Says that something was here, and never what. */
  private void tombstone(RecordFile to, WarcRecord removed, @Nullable UUID changed, Takedown.@Nullable Items items)
      throws IOException {
    ObjectNode said = Json.object().put("takedown", items == null ? "record" : "items")
        .put("date", Timestamps.iso(now)).put("reason", order.reason()).put("requested_by", order.requestedBy())
        .put("record_type", removed.type()).put("record_date", removed.header().first("WARC-Date", ""))
        .put("block_digest", removed.header().first("WARC-Block-Digest", ""))
        .put("payload_digest", removed.header().first("WARC-Payload-Digest", ""));
    if (items != null) {
      said.put("items", items.ordinals().size());
    }
    byte[] block = Json.writeBytes(said);
    RecordHead head = new RecordHead("metadata", RecordId.next(), now)
        .field("WARC-Refers-To", removed.header().first("WARC-Record-ID"))
        .field("WARC-Concurrent-To", changed == null ? null : RecordId.field(changed))
        .field("Content-Type", "application/json").field("WARC-Block-Digest", Sha1.field(Sha1.of(block)));
    to.write(head.end(block.length, block), Body.none(), false);
    records++;
  }

  private void warcinfo(RecordFile to, UUID id, Path after) throws IOException {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("software", archive.settings().software());
    fields.put("format", "WARC File Format 1.1");
    fields.put("nuthatch-rewritten-from", String.valueOf(before.path().getFileName()));
    fields.put("nuthatch-rewritten-sha1", before.sha1());
    fields.put("description", "a takedown was carried out; metadata records stand where something was removed");
    byte[] block = Metadata.lines(fields);
    Bytes record = new RecordHead("warcinfo", id, now).field("WARC-Filename", String.valueOf(after.getFileName()))
        .field("Content-Type", Metadata.FIELDS).field("WARC-Block-Digest", Sha1.field(Sha1.of(block)))
        .end(block.length, block);
    to.write(record, Body.none(), false);
    records++;
  }

  /** The same entries at their new places, without those that are gone; what follows a gap moves up. */
  private void items(Path after) throws IOException {
    Path old = ItemIndex.of(before.path());
    if (!Files.exists(old)) {
      return;
    }
    Map<Long, Set<Integer>> gone = new HashMap<>();
    order.items().forEach((offset, ordinals) -> gone.put(offset, new TreeSet<>(ordinals)));
    try (ItemIndex from = ItemIndex.open(old); ItemFile to = ItemFile.create(ItemIndex.of(after))) {
      from.read(ItemFilter.all(), entry -> {
        Place place = places.get(entry.offset());
        Set<Integer> here = gone.getOrDefault(entry.offset(), Set.of());
        if (place != null && !here.contains(entry.ordinal())) {
          int ordinal = entry.ordinal() - (int) here.stream().filter(each -> each < entry.ordinal()).count();
          to.add(new ItemEntry(entry.postId(), entry.platform(), entry.nativeId(), entry.date(), entry.account(),
              place.offset(), place.length(), ordinal));
        }
      });
      to.finish(places.values().stream().mapToLong(Place::end).max().orElse(0), true);
    }
  }

  private static void urls(Path draft, Path after) throws IOException {
    List<String> lines = new ArrayList<>();
    try (WarcReader reader = WarcReader.open(draft, WarcReader.Mode.STRICT)) {
      for (WarcRecord record = reader.next(); record != null; record = reader.next()) {
        String line = Captures.line(record, after);
        if (line != null) {
          lines.add(line);
        }
      }
    }
    Cdxj.write(lines, Cdxj.of(after));
  }
}
