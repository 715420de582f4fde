package io.nuthatch.harvest.engine;

import io.nuthatch.archive.Archive;
import io.nuthatch.archive.ArchiveException;
import io.nuthatch.archive.Damage;
import io.nuthatch.archive.OpenWarc;
import io.nuthatch.archive.Place;
import io.nuthatch.archive.Recovered;
import io.nuthatch.archive.SealedWarc;
import io.nuthatch.archive.WarcReader;
import io.nuthatch.archive.WarcRecord;
import io.nuthatch.archive.items.Item;
import io.nuthatch.archive.items.ItemReader;
import io.nuthatch.archive.items.ItemReaders;
import io.nuthatch.harvest.HarvestException;
import io.nuthatch.model.NuthatchException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/** What workers before have left of a harvest's WARCs. */
record Leftovers(List<OpenWarc> open, List<Path> sealed, List<String> damages) {

  /** A record that nobody has handed on. */
  record Unread(Place place, Instant at, List<Item> items) {
  }

  static Leftovers of(Archive archive, String harvest, Path directory) {
    try {
      Recovered recovered = archive.recover(harvest, directory);
      return new Leftovers(recovered.open(), recovered.sealed(),
          recovered.damages().stream().map(Damage::toString).toList());
    } catch (ArchiveException e) {
      if (e.kind() == Kind.CALLER) {
        throw new HarvestException(Kind.TRANSIENT, "the worker before still has a file of harvest " + harvest + ": "
            + e.getMessage(), e);
      }
      throw e;
    }
  }

  /** The records of an open file that are not in its index. */
  static void unread(OpenWarc warc, ItemReader reader, Consumer<Unread> to) {
    Path file = warc.path().resolveSibling(warc.path().getFileName() + ".open");
    try (WarcReader records = WarcReader.open(file)) {
      for (WarcRecord record = records.next(); record != null; record = records.next()) {
        String url = record.target();
        if (record.place().offset() >= warc.indexedUpTo() && record.type().equals("response") && url != null) {
          List<Item> items = new ArrayList<>();
          ItemReaders.read(reader, url, record.payload(), items::add);
          to.accept(new Unread(record.place(), Objects.requireNonNullElse(record.date(), warc.created()), items));
        }
      }
    }
  }

  /** What is to be told of a file that was sealed by somebody else. */
  static SealedWarc describe(Path file) {
    long count = 0;
    String id = "";
    Instant created = Instant.EPOCH;
    try (WarcReader records = WarcReader.open(file)) {
      for (WarcRecord record = records.next(); record != null; record = records.next()) {
        if (count++ == 0) {
          id = record.id().replace("urn:uuid:", "").replace("-", "");
          created = Objects.requireNonNullElse(record.date(), created);
        }
      }
    }
    try {
      MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
      try (InputStream in = new DigestInputStream(Files.newInputStream(file), sha1)) {
        in.transferTo(java.io.OutputStream.nullOutputStream());
      }
      return new SealedWarc(id, file, HexFormat.of().formatHex(sha1.digest()), Files.size(file), created, count);
    } catch (IOException e) {
      throw new HarvestException(Kind.TRANSIENT, "reading " + file + " failed: " + e.getMessage(), e);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-1", e);
    }
  }
}
