package io.nuthatch.archive;

import io.nuthatch.archive.gzip.Bytes;
import io.nuthatch.archive.gzip.Packers;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The WARC files of all collections under one directory, which any number of nodes may share: each writes files of its
 * own. Nothing is kept in memory or in a database; whatever is asked is answered from the files.
 */
public final class Archive implements AutoCloseable {

  private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_.-]{1,128}");
  private static final int MOST_SERIALS = 10_000;

  private final Path root;
  private final Path realRoot;
  private final ArchiveSettings settings;
  private final InstantSource clock;
  private final Packers packers;
  /** How many files this process has made for a harvest; the eldest harvests are forgotten. */
  private final Map<String, Integer> serials = new LinkedHashMap<>();

  private Archive(Path root, ArchiveSettings settings, InstantSource clock) throws IOException {
    this.root = root.toAbsolutePath().normalize();
    Disk.makeDirectories(this.root);
    this.realRoot = root.toRealPath();
    this.settings = settings;
    this.clock = clock;
    this.packers = new Packers(settings.compression());
  }

  public static Archive open(Path root, ArchiveSettings settings, InstantSource clock) {
    try {
      return new Archive(root, settings, clock);
    } catch (IOException e) {
      throw ArchiveException.io("opening the archive in", root, e);
    }
  }

  public Path root() {
    return root;
  }

  ArchiveSettings settings() {
    return settings;
  }

  Packers packers() {
    return packers;
  }

  InstantSource clock() {
    return clock;
  }

  /** A path under the root, given from the root or absolute; anything that leads outside is refused. */
  public Path resolve(String path) {
    try {
      Path given = Path.of(path);
      Path full = root.resolve(given).normalize();
      boolean inside = full.startsWith(root) || full.startsWith(realRoot);
      if (path.isBlank() || !inside || !deepestThatExists(full).toRealPath().startsWith(realRoot)) {
        throw outside(path);
      }
      return full;
    } catch (InvalidPathException e) {
      throw outside(path);
    } catch (IOException e) {
      throw ArchiveException.io("resolving", root.resolve(path), e);
    }
  }

  private ArchiveException outside(String path) {
    return ArchiveException.caller("the path \"" + path + "\" does not lead to a place in the archive " + root
        + "; give one under it, such as collection_set/1/2");
  }

  private static Path deepestThatExists(Path path) {
    Path at = path;
    while (!Files.exists(at, LinkOption.NOFOLLOW_LINKS) && at.getParent() != null) {
      at = at.getParent();
    }
    return at;
  }

  /** The directory of a collection, whether it exists or not. */
  public Path collection(String collectionSet, String collection) {
    return resolve("collection_set/" + safe(collectionSet) + "/" + safe(collection));
  }

  private static String safe(String id) {
    if (!SAFE.matcher(id).matches() || id.equals(".") || id.equals("..")) {
      throw ArchiveException.caller("\"" + id + "\" cannot be the name of a directory; an id has up to 128 letters, "
          + "digits, dots, hyphens and underscores");
    }
    return id;
  }

  /** A new file with its warcinfo record. */
  public OpenWarc create(Provenance provenance) {
    Path collection = provenance.path() != null
        ? resolve(provenance.path())
        : collection(provenance.collection().collectionSet(), provenance.collection().collection());
    Instant now = clock.instant();
    Path path = WarcName.of(provenance.harvestId(), now, serial(provenance.harvestId())).in(collection);
    try {
      Disk.makeDirectories(Disk.directoryOf(path));
      Path open = path.resolveSibling(path.getFileName() + WarcName.OPEN);
      FileChannel channel = FileChannel.open(open, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
          StandardOpenOption.WRITE);
      try {
        lock(channel, open);
        UUID id = RecordId.next();
        RecordFile file = new RecordFile(channel, packers, Sha1.digest(), 0);
        file.write(warcinfo(provenance, id, now, String.valueOf(path.getFileName())), Body.none(), false);
        Disk.syncEntries(Disk.directoryOf(path));
        return new OpenWarc(this, new OpenWarc.Start(path, file, ItemLog.create(ItemIndex.of(path)),
            new CdxjDraft(path, List.of()), id, now, 1));
      } catch (IOException e) {
        channel.close();
        Files.delete(open);
        throw e;
      }
    } catch (IOException e) {
      throw ArchiveException.io("creating", path, e);
    }
  }

  private Bytes warcinfo(Provenance provenance, UUID id, Instant now, String name) {
    StringBuilder text = new StringBuilder();
    Map<String, String> known = new LinkedHashMap<>();
    known.put("software", settings.software());
    known.put("format", "WARC File Format 1.1");
    known.put("conformsTo", "https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/");
    known.put("hostname", settings.host());
    known.put("operator", settings.operator());
    known.put("isPartOf", provenance.collection().collection());
    known.put("nuthatch-collection-set", provenance.collection().collectionSet());
    known.put("nuthatch-collection", provenance.collection().collection());
    known.put("nuthatch-harvest", provenance.harvestId());
    known.put("nuthatch-harvest-type", provenance.harvestType());
    known.forEach((field, value) -> {
      if (!value.isEmpty()) {
        Metadata.line(text, field, value);
      }
    });
    provenance.seeds().forEach(seed -> Metadata.line(text, "nuthatch-seed", seed));
    provenance.fields().forEach((field, value) -> Metadata.line(text, field, value));
    byte[] block = new Redactor(settings.redaction()).block(text.toString().getBytes(StandardCharsets.UTF_8));
    return new RecordHead("warcinfo", id, now).field("WARC-Filename", name).field("Content-Type", Metadata.FIELDS)
        .field("WARC-Block-Digest", Sha1.field(Sha1.of(block))).end(block.length, block);
  }

  private int serial(String harvestId) {
    synchronized (serials) {
      int serial = serials.merge(harvestId, 1, Integer::sum) - 1;
      if (serials.size() > MOST_SERIALS) {
        serials.remove(serials.keySet().iterator().next());
      }
      return serial;
    }
  }

  private void usedSerial(String harvestId, int serial) {
    synchronized (serials) {
      serials.merge(harvestId, serial + 1, Math::max);
    }
  }

  /**
   * The second line of defence; the first is that only the holder of a harvest's lease writes its files. The system drops
   * the lock when this process opens and closes the file a second time.
   */
  static FileLock lock(FileChannel channel, Path file) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return lock;
      }
    } catch (OverlappingFileLockException e) {
      // Another thread of this process has it: the same answer.
    }
    channel.close();
    throw ArchiveException.caller(file + " is being written by somebody else; a WARC has one writer");
  }

  /**
   * What a process that ended has left of a harvest. To be called by the one who has taken over the harvest, and by
   * nobody else.
   *
   * @param collection the collection's directory
   */
  public Recovered recover(String harvestId, Path collection) {
    Path directory = resolve(collection.toString());
    List<OpenWarc> open = new ArrayList<>();
    List<Path> sealed = new ArrayList<>();
    List<Damage> damages = new ArrayList<>();
    try {
      for (Path path : warcs(directory)) {
        WarcName name = WarcName.parse(path);
        if (name == null || !name.harvest().equals(WarcName.harvestPart(harvestId))) {
          continue;
        }
        usedSerial(harvestId, name.serial());
        if (WarcName.isOpen(path)) {
          new Recovery(this, path, damages).run().ifPresent(start -> open.add(new OpenWarc(this, start)));
        } else {
          sealed.add(path);
        }
      }
    } catch (ArchiveException e) {
      open.forEach(OpenWarc::close);
      throw e;
    }
    return new Recovered(List.copyOf(open), List.copyOf(sealed), List.copyOf(damages));
  }

  /** All WARC files in a directory and below, open ones too, by name. */
  List<Path> warcs(Path directory) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> found = Files.walk(directory)) {
      return found.filter(path -> path.toString().endsWith(WarcName.SUFFIX) || WarcName.isOpen(path))
          .filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw ArchiveException.io("listing", directory, e);
    }
  }

  /** The sealed files of a collection, by name. */
  public List<Path> sealed(Path collection) {
    return warcs(resolve(collection.toString())).stream().filter(path -> !WarcName.isOpen(path)).toList();
  }

  /** What sealing a file has told, from the file itself. */
  public SealedWarc describe(Path warc) {
    Path file = resolve(warc.toString());
    if (WarcName.isOpen(file)) {
      throw ArchiveException.caller(file + " is not sealed");
    }
    try (WarcReader reader = WarcReader.open(file)) {
      WarcRecord first = reader.next();
      Instant created = first == null ? null : first.date();
      if (first == null || created == null) {
        throw ArchiveException.broken(new Damage(file, 0, "the file does not begin with a record that can be read"));
      }
      String id = OpenWarc.hex(Recovery.uuid(first.id()));
      long records = 1;
      while (reader.next() != null) {
        records++;
      }
      return new SealedWarc(id, file, Verification.sha1(file), Files.size(file), created, records);
    } catch (IOException e) {
      throw ArchiveException.io("reading", file, e);
    }
  }

  /** Captures of a URL in the sealed files of a collection, oldest first. */
  public List<Capture> captures(Path collection, String url) {
    List<Capture> found = new ArrayList<>();
    for (Path warc : sealed(collection)) {
      Path index = Cdxj.of(warc);
      try {
        if (Files.exists(index)) {
          found.addAll(Cdxj.find(index, warc, url));
        }
      } catch (IOException e) {
        throw ArchiveException.io("reading", index, e);
      }
    }
    found.sort(Comparator.comparing(Capture::date));
    return found;
  }

  /** A capture in the sealed files of a collection whose content has this digest. */
  public Optional<Capture> capture(Path collection, String payloadDigest) {
    byte[] digest = Sha1.parse(payloadDigest);
    if (digest == null) {
      throw ArchiveException.caller("\"" + payloadDigest + "\" is no SHA-1 digest; give it as sha1:… in Base32 or "
          + "hexadecimal");
    }
    return new PayloadIndex(resolve(collection.toString())).find(digest);
  }

  Path collectionOf(Path warc) {
    return warc.resolve("../../../../..").normalize();
  }

  @Override
  public void close() {
    packers.close();
  }
}
