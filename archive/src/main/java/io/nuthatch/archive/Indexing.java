package io.nuthatch.archive;

import io.nuthatch.archive.gzip.Compression;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes the indexes of a sealed WARC anew from its records: for files that come without, and for damaged ones. */
public final class Indexing {

  /**
   * Says which items a record holds. The ids of the posts are its affair: where the old index is lost, only the content
   * store still has them.
   */
  @FunctionalInterface
  public interface ItemFinder {
    List<ItemEntry> itemsIn(WarcRecord record);
  }

  /** What was indexed; damage of the WARC was passed over and is told here. */
  public record Report(long records, long captures, long items, List<Damage> damages) {
  }

  private Indexing() {
  }

  public static Report rebuild(Path warc, ItemFinder finder) {
    return rebuild(warc, finder, new Compression(Compression.By.FASTEST, ArchiveSettings.DEFAULT_LEVEL));
  }

  public static Report rebuild(Path warc, ItemFinder finder, Compression compression) {
    Path draft = ItemIndex.of(warc).resolveSibling(ItemIndex.of(warc).getFileName() + ".new");
    List<String> lines = new ArrayList<>();
    long records = 0;
    long items = 0;
    try (WarcReader reader = WarcReader.open(warc, WarcReader.Mode.LENIENT, compression);
        ItemFile out = ItemFile.create(draft)) {
      long end = 0;
      for (WarcRecord record = reader.next(); record != null; record = reader.next()) {
        records++;
        end = record.place().end();
        String line = Captures.line(record, warc);
        if (line != null) {
          lines.add(line);
        }
        for (ItemEntry entry : finder.itemsIn(record)) {
          out.add(entry);
          items++;
        }
      }
      out.finish(end, true);
      Cdxj.write(lines, Cdxj.of(warc));
      Disk.move(draft, ItemIndex.of(warc));
      return new Report(records, lines.size(), items, reader.damages());
    } catch (IOException e) {
      throw ArchiveException.io("indexing", warc, e);
    }
  }
}
