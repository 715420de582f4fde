package io.nuthatch.archive;

import io.nuthatch.archive.RecordFile.Mark;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A WARC that is being written. What a call has appended is with the operating system and survives the end of this
 * process; after {@link #sync} it survives a power failure. A call that fails leaves the file as it was before.
 *
 * <p>One process writes to a file, by any number of threads. Closing it without sealing leaves it to be recovered.
 */
public final class OpenWarc implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OpenWarc.class);
  private static final String PROFILE = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";
  private static final String RESPONSE_TYPE = "application/http;msgtype=response";
  private static final String REQUEST_TYPE = "application/http;msgtype=request";

  /** What there is to begin with: a new file, or one that was recovered. */
  record Start(Path path, RecordFile file, ItemLog items, CdxjDraft urls, UUID id, Instant created, long records) {
  }

  /** What is written as a block, with what must be said of it. */
  @SuppressWarnings("ArrayRecordComponent") // bytes to be written, never compared
  private record Block(byte[] first, Body rest, boolean packed) {
  }

  private final Archive archive;
  private final Path path;
  private final RecordFile file;
  private final ItemLog items;
  private final CdxjDraft urls;
  private final UUID id;
  private final Instant created;
  private final RecentPayloads recent = new RecentPayloads();
  private Redactor redactor;
  private long records;
  private @Nullable String closed;

  OpenWarc(Archive archive, Start start) {
    this.archive = archive;
    path = start.path;
    file = start.file;
    items = start.items;
    urls = start.urls;
    id = start.id;
    created = start.created;
    records = start.records;
    redactor = new Redactor(archive.settings().redaction());
  }

  /** The name it will have when sealed. */
  public Path path() {
    return path;
  }

  /** What the sealed file's id will be. */
  public String id() {
    return hex(id);
  }

  public Instant created() {
    return created;
  }

  /** Where the next record will start: the size of the file so far. */
  public synchronized long bytes() {
    return file.position();
  }

  public synchronized long records() {
    return records;
  }

  /** What must not reach the file from now on, besides what the archive's settings say. */
  public synchronized void redact(Redaction more) {
    Redaction all = archive.settings().redaction();
    redactor = new Redactor(
        all.withHeaders(more.headers()).withParameters(more.parameters()).withSecrets(more.secrets()));
  }

  /** The response, then the request; the place is that of the response. */
  public synchronized Place append(Exchange exchange) {
    return writing(spool -> {
      HttpMessage request = exchange.request() == null ? null : redactor.request(exchange.request(), spool);
      Framing framing = framing(exchange, spool);
      String target = redactor.text(exchange.target());
      String digest = Sha1.field(framing.payload());
      Truncation truncated = exchange.circumstances().truncated();
      String why = truncated != null ? truncated.field() : framing.cutOff() ? Truncation.DISCONNECT.field() : null;
      RecordHead head = captured("response", exchange, exchange.id(), target).field("Content-Type", RESPONSE_TYPE)
          .field("WARC-Payload-Digest", digest).field("WARC-Truncated", why);
      UUID other = exchange.circumstances().concurrentTo();
      head.field("WARC-Concurrent-To", other == null ? null : RecordId.field(other));
      Place place = write(head, new Block(framing.message().head(), framing.message().body(), framing.packed()));
      request(exchange, request, target);
      Capture capture = new Capture(target, exchange.date(), digest, framing.head().status(), false, path, place);
      urls.add(Cdxj.draftLine(capture, framing.head().mediaType()));
      if (framing.size() > 0) {
        recent.add(capture);
      }
      return place;
    });
  }

  private void request(Exchange exchange, @Nullable HttpMessage request, String target) throws IOException {
    if (request != null) {
      RecordHead asked = captured("request", exchange, RecordId.next(), target).field("Content-Type", REQUEST_TYPE)
          .field("WARC-Concurrent-To", RecordId.field(exchange.id()));
      write(asked, new Block(request.head(), request.body(), false));
    }
  }

  /** The head of a response whose content is archived already, with the request. */
  public synchronized Place append(Revisit revisit) {
    return writing(spool -> {
      Exchange exchange = revisit.exchange();
      HttpMessage request = exchange.request() == null ? null : redactor.request(exchange.request(), spool);
      String target = redactor.text(exchange.target());
      Capture first = revisit.first();
      RecordHead head = captured("revisit", exchange, exchange.id(), target).field("Content-Type", RESPONSE_TYPE)
          .field("WARC-Profile", PROFILE).field("WARC-Payload-Digest", first.digest())
          .field("WARC-Refers-To-Target-URI", first.url()).field("WARC-Refers-To-Date", Timestamps.iso(first.date()));
      byte[] kept = redactor.head(exchange.response().head());
      Place place = write(head, new Block(kept, Body.none(), false));
      request(exchange, request, target);
      int status = HttpHead.parse(kept, 0, kept.length).status();
      urls.add(Cdxj.draftLine(new Capture(target, exchange.date(), first.digest(), status, true, path, place), ""));
      return place;
    });
  }

  public synchronized Place append(Metadata metadata) {
    return writing(spool -> {
      String target = metadata.target() == null ? null : redactor.text(metadata.target());
      UUID about = metadata.concurrentTo();
      RecordHead head = new RecordHead("metadata", RecordId.next(), metadata.date()).field("WARC-Target-URI", target)
          .field("WARC-Concurrent-To", about == null ? null : RecordId.field(about))
          .field("Content-Type", metadata.mediaType());
      return write(head, new Block(redactor.block(metadata.block()), Body.none(), false));
    });
  }

  public synchronized Place append(Resource resource) {
    return writing(spool -> {
      String target = redactor.text(resource.target());
      Body content = redactor.body(resource.content(), spool);
      String digest = Sha1.field(digest(new byte[0], content));
      RecordHead head = new RecordHead("resource", resource.id(), resource.date()).field("WARC-Target-URI", target)
          .field("WARC-Payload-Digest", digest).field("Content-Type", resource.mediaType());
      Place place = write(head, new Block(new byte[0], content, false));
      urls.add(
          Cdxj.draftLine(new Capture(target, resource.date(), digest, 0, false, path, place), resource.mediaType()));
      return place;
    });
  }

  /**
   * An earlier capture in the collection with the same content, to be referred to by a {@link Revisit} instead of
   * storing the content again; empty if there is none, or no content.
   */
  public synchronized Optional<Capture> seen(Exchange exchange) {
    writable();
    try (SpoolFiles spool = new SpoolFiles()) {
      Framing framing = framing(exchange, spool);
      String digest = Sha1.field(framing.payload());
      if (framing.size() == 0) {
        return Optional.empty();
      }
      Optional<Capture> here = recent.find(digest);
      return here.isPresent() ? here : archive.capture(archive.collectionOf(path), digest);
    } catch (IOException e) {
      throw ArchiveException.io("writing", path, e);
    }
  }

  /** Adds to the index of items; all records up to the last of them are then indexed. */
  public synchronized void index(List<ItemEntry> entries) {
    index(entries, entries.stream().mapToLong(ItemEntry::end).max().orElse(items.upTo()));
  }

  /**
   * Adds to the index of items.
   *
   * @param upTo all records that start before this offset are now indexed, whether they hold items or not
   */
  public synchronized void index(List<ItemEntry> entries, long upTo) {
    writable();
    long end = Math.max(upTo, entries.stream().mapToLong(ItemEntry::end).max().orElse(0));
    if (end > file.position()) {
      throw ArchiveException.caller("the index speaks of offset " + end + ", but " + path + " ends at "
          + file.position());
    }
    try {
      items.add(entries, upTo);
    } catch (IOException e) {
      throw ArchiveException.io("writing", ItemIndex.of(path), e);
    }
  }

  /** Records that start at or behind it were not handed on, or nobody knows. */
  public synchronized long indexedUpTo() {
    return items.upTo();
  }

  /** What was appended and indexed before is on the disk. */
  public synchronized void sync() {
    writable();
    try {
      file.sync();
      items.sync();
    } catch (IOException e) {
      throw ArchiveException.io("writing", path, e);
    }
  }

  /** Ends the file: it is on the disk, has its name and its indexes, and will not change any more. */
  public synchronized SealedWarc seal() {
    writable();
    try {
      file.sync();
      items.seal();
      urls.seal();
      Path open = path.resolveSibling(path.getFileName() + WarcName.OPEN);
      SealedWarc sealed = new SealedWarc(hex(id), path, file.sha1(), file.position(), created, records);
      Disk.makeReadOnly(open);
      Disk.move(open, path);
      closed = "sealed";
      file.close();
      new PayloadIndex(archive.collectionOf(path)).add(path);
      return sealed;
    } catch (IOException e) {
      throw ArchiveException.io("sealing", path, e);
    }
  }

  /** Leaves an unsealed file to be recovered by {@link Archive#recover}. */
  @Override
  public synchronized void close() {
    if (closed == null) {
      closed = "closed";
      try (file; items) {
        file.sync();
        items.sync();
      } catch (IOException e) {
        throw ArchiveException.io("closing", path, e);
      }
    }
  }

  private RecordHead captured(String type, Exchange exchange, UUID itsId, String target) {
    RecordHead head = new RecordHead(type, itsId, exchange.date()).field("WARC-Target-URI", target);
    if (exchange.circumstances().server() != null) {
      head.field("WARC-IP-Address", exchange.circumstances().server().getHostAddress().replaceAll("%.*", ""));
    }
    return head;
  }

  private Framing framing(Exchange exchange, SpoolFiles spool) throws IOException {
    HttpMessage response = redactor.message(exchange.response(), spool);
    HttpMessage request = exchange.request();
    boolean toHead = request != null && new String(request.head(), 0, Math.min(5, request.head().length),
        StandardCharsets.ISO_8859_1).equalsIgnoreCase("HEAD ");
    return Framing.of(response, toHead, spool);
  }

  private Place write(RecordHead head, Block block) throws IOException {
    head.field("WARC-Block-Digest", Sha1.field(digest(block.first, block.rest)));
    long length = block.first.length + block.rest.length();
    Place place = file.write(head.end(length, block.first), block.rest, block.packed);
    records++;
    return place;
  }

  private static byte[] digest(byte[] first, Body rest) throws IOException {
    if (rest instanceof Body.InMemory memory) {
      return Sha1.of(first, memory.bytes());
    }
    MessageDigest digest = Sha1.digest();
    digest.update(first);
    try (InputStream in = rest.open()) {
      byte[] piece = new byte[1 << 16];
      for (int got = in.read(piece); got >= 0; got = in.read(piece)) {
        digest.update(piece, 0, got);
      }
    }
    return digest.digest();
  }

  /** Something that appends records, all of them or none. */
  @FunctionalInterface
  private interface Appending {
    Place append(SpoolFiles spool) throws IOException;
  }

  private Place writing(Appending appending) {
    writable();
    Mark mark = file.mark();
    long before = records;
    boolean done = false;
    try (SpoolFiles spool = new SpoolFiles()) {
      Place place = appending.append(spool);
      done = true;
      return place;
    } catch (IOException e) {
      throw ArchiveException.io("writing", path, e);
    } finally {
      if (!done) {
        rollBack(mark, before);
      }
    }
  }

  private void rollBack(Mark mark, long before) {
    try {
      file.rollBack(mark);
      records = before;
    } catch (IOException e) {
      closed = "left after a failure; recover it";
      LOG.error("{} could not be brought back to offset {}: {}", path, mark.position(), e.toString());
      release();
    }
  }

  private void release() {
    try (file; items) {
      LOG.debug("{} is released", path);
    } catch (IOException e) {
      LOG.warn("{} could not be closed: {}", path, e.toString());
    }
  }

  private void writable() {
    if (closed != null) {
      throw ArchiveException.caller(path + " is " + closed);
    }
  }

  static String hex(UUID id) {
    return id.toString().replace("-", "");
  }

}
