package io.nuthatch.app.archive;

import io.nuthatch.archive.ItemFilter;
import io.nuthatch.archive.ItemIndex;
import io.nuthatch.archive.WarcReader;
import io.nuthatch.archive.WarcRecord;
import io.nuthatch.archive.items.Item;
import io.nuthatch.archive.items.ItemReader;
import io.nuthatch.archive.items.ItemReaders;
import io.nuthatch.feed.content.Rebuild.Captured;
import io.nuthatch.model.Post;
import io.nuthatch.model.PostName;
import io.nuthatch.model.Sighting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What WARC files hold, page by page as it was captured, with the ids their indexes recorded. Damage is told and passed
 * over; what can be had is given.
 */
final class ArchiveReplay implements Iterator<Captured>, AutoCloseable {

  static final String OPEN = ".open";

  private final Path root;
  private final Iterator<Path> files;
  private final Consumer<String> problems;
  private @Nullable WarcReader reader;
  private Path file = Path.of("");
  private WarcOrigin origin = new WarcOrigin("", "", null);
  private Map<Long, Map<PostName, Long>> ids = Map.of();
  private @Nullable Captured next;

  ArchiveReplay(Path root, List<Path> files, Consumer<String> problems) {
    this.root = root;
    this.files = files.iterator();
    this.problems = problems;
  }

  @Override
  public boolean hasNext() {
    while (next == null && (reader != null || files.hasNext())) {
      WarcReader current = reader;
      if (current == null) {
        open(files.next());
        continue;
      }
      WarcRecord record = current.next();
      if (record == null) {
        current.close();
        reader = null;
      } else if (record.type().equals("warcinfo")) {
        origin = origin.with(record);
      } else if (record.type().equals("response")) {
        next = captured(record);
      }
    }
    return next != null;
  }

  @Override
  public Captured next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the archive is read to its end");
    }
    Captured page = Objects.requireNonNull(next);
    next = null;
    return page;
  }

  private void open(Path warc) {
    String path = root.relativize(warc).toString();
    file = Path.of(path.endsWith(OPEN) ? path.substring(0, path.length() - OPEN.length()) : path);
    origin = WarcOrigin.of(file);
    ids = recorded(warc);
    reader = WarcReader.open(warc).onDamage(damage -> problems.accept(damage.toString()));
  }

  /** The ids of a file's posts, by record. */
  private Map<Long, Map<PostName, Long>> recorded(Path warc) {
    Map<Long, Map<PostName, Long>> found = new HashMap<>();
    Path index = ItemIndex.of(warc);
    if (!Files.exists(index)) {
      problems.accept(warc + " has no index; its posts get the ids that their names give");
      return found;
    }
    try (ItemIndex items = ItemIndex.open(index)) {
      items.read(ItemFilter.all(), entry -> found.computeIfAbsent(entry.offset(), _ -> new HashMap<>())
          .put(new PostName(entry.platform(), entry.nativeId()), entry.postId()));
      items.damages().forEach(damage -> problems.accept(damage.toString()));
    }
    return found;
  }

  private @Nullable Captured captured(WarcRecord record) {
    String url = record.target();
    ItemReader items = url == null ? null : ItemReaders.of(url);
    if (url == null || items == null) {
      return null;
    }
    List<Item> found = new ArrayList<>();
    ItemReaders.Reading reading = ItemReaders.read(items, url, record.payload(), found::add);
    if (reading.problem() != null) {
      problems.accept(record + ": " + reading.problem());
    }
    List<Post> posts = found.stream().flatMap(item -> items.posts(item).stream()).toList();
    if (posts.isEmpty()) {
      return null;
    }
    Map<PostName, Long> known = ids.getOrDefault(record.place().offset(), Map.of());
    return new Captured(posts, posts.stream().map(post -> known.getOrDefault(post.name(), 0L)).toList(),
        new Sighting(Objects.requireNonNullElse(record.date(), Instant.EPOCH), origin.collection(), origin.seed(),
            origin.harvest(), new Sighting.Evidence(file.toString(), record.place().offset())));
  }

  @Override
  public void close() {
    if (reader != null) {
      reader.close();
    }
  }
}
