package io.nuthatch.app.archive;

import io.nuthatch.app.Problem;
import io.nuthatch.archive.Indexing;
import io.nuthatch.archive.ItemEntry;
import io.nuthatch.archive.ItemFilter;
import io.nuthatch.archive.ItemIndex;
import io.nuthatch.archive.WarcReader;
import io.nuthatch.archive.WarcRecord;
import io.nuthatch.archive.items.Item;
import io.nuthatch.archive.items.ItemReader;
import io.nuthatch.archive.items.ItemReaders;
import io.nuthatch.feed.content.PostIds;
import io.nuthatch.model.Post;
import io.nuthatch.model.PostName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What can be done with WARC files by their paths, whether a node knows them or not. */
public final class WarcFiles {

  private static final Pattern TIME_IN_NAME = Pattern.compile(".*?-(\\d{14,17})-.*");

  private WarcFiles() {
  }

  /** A record, for lists. */
  public record RecordView(long offset, long length, String type, @Nullable Instant date, @Nullable String target,
      @Nullable Integer status) {

    static RecordView of(WarcRecord record) {
      var http = record.http();
      return new RecordView(record.place().offset(), record.place().length(), record.type(), record.date(),
          record.target(), http == null || http.status() <= 0 ? null : http.status());
    }
  }

  /** An item of a file; ids as text, since programs read JSON numbers as decimals. */
  public record ItemView(String post, String name, @Nullable Instant date, @Nullable String account, long offset,
      int ordinal) {

    public static ItemView of(ItemEntry entry) {
      return new ItemView(Long.toString(entry.postId()), entry.platform() + ":" + entry.nativeId(), entry.date(),
          entry.account(), entry.offset(), entry.ordinal());
    }
  }

  /** The files a path stands for, in the order in which they were begun: itself, or all below a directory. */
  public static List<Path> at(Path path, boolean openOnes) {
    if (!Files.exists(path)) {
      throw Problem.notFound("file", path.toString());
    }
    try (Stream<Path> found = Files.walk(path, FileVisitOption.FOLLOW_LINKS)) {
      return found.filter(Files::isRegularFile).filter(file -> file.equals(path) || isWarc(file, openOnes))
          .sorted(Comparator.comparing(WarcFiles::begun).thenComparing(Comparator.naturalOrder())).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isWarc(Path file, boolean openOnes) {
    String name = file.toString();
    return name.endsWith(".warc.gz") || name.endsWith(".warc")
        || (openOnes && name.endsWith(".warc.gz" + ArchiveReplay.OPEN));
  }

  /** The time in its name, as far as there is one. */
  private static String begun(Path file) {
    Matcher name = TIME_IN_NAME.matcher(String.valueOf(file.getFileName()));
    return name.matches() ? name.group(1) : "";
  }

  public static void records(Path file, Consumer<RecordView> each) {
    try (WarcReader reader = WarcReader.open(file)) {
      for (WarcRecord record = reader.next(); record != null; record = reader.next()) {
        each.accept(RecordView.of(record));
      }
    }
  }

  /** By the index, or by reading the file where there is none; posts have the ids their names give then. */
  public static void items(Path file, Consumer<ItemView> each) {
    Path index = ItemIndex.of(file);
    if (Files.exists(index)) {
      ItemIndex.read(index, ItemFilter.all(), entry -> each.accept(ItemView.of(entry)));
      return;
    }
    try (WarcReader reader = WarcReader.open(file)) {
      for (WarcRecord record = reader.next(); record != null; record = reader.next()) {
        entries(record, _ -> Map.of()).forEach(entry -> each.accept(ItemView.of(entry)));
      }
    }
  }

  /** Makes the indexes of a file anew; ids come from whoever knows posts, else from their names. */
  public static Indexing.Report index(Path file, Function<Collection<PostName>, Map<PostName, Long>> known) {
    return Indexing.rebuild(file, record -> entries(record, known));
  }

  static List<ItemEntry> entries(WarcRecord record, Function<Collection<PostName>, Map<PostName, Long>> known) {
    String url = record.target();
    ItemReader reader = url == null || !record.type().equals("response") ? null : ItemReaders.of(url);
    if (url == null || reader == null) {
      return List.of();
    }
    List<Item> items = new ArrayList<>();
    ItemReaders.read(reader, url, record.payload(), items::add);
    Map<PostName, Long> ids = known
        .apply(items.stream().flatMap(item -> reader.posts(item).stream()).map(Post::name).distinct().toList());
    List<ItemEntry> entries = new ArrayList<>();
    for (Item item : items) {
      for (Post post : reader.posts(item)) {
        Long id = ids.get(post.name());
        entries.add(new ItemEntry(id == null ? PostIds.of(post.name(), post.createdAt()) : id,
            post.name().platform(), post.name().nativeId(), post.createdAt(), post.author().account().id(),
            record.place().offset(), record.place().length(), item.ordinal()));
      }
    }
    return entries;
  }
}
