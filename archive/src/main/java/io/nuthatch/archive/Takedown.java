package io.nuthatch.archive;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Removes records or items from a sealed WARC because law or a request demands it. The file is written anew under
 * another name with a tombstone where something was, its indexes follow, and the old file goes last.
 *
 * <p>A crash at any point leaves either the old file alone, or a note by which {@link #finishPending} brings it to the
 * end. One takedown at a time in a collection.
 */
public final class Takedown {

  /** What is to be removed from one record. */
  public sealed interface Removal permits WholeRecord, Items {
    Place place();
  }

  /** All of it, with the request that belongs to it. */
  public record WholeRecord(Place place) implements Removal {
  }

  /**
   * Some items of a response; the others stay.
   *
   * @param ordinals which ones, as in the item index
   * @param cut      makes the content without them from the content, both without any coding
   */
  public record Items(Place place, Set<Integer> ordinals, UnaryOperator<byte[]> cut) implements Removal {
    public Items {
      ordinals = Set.copyOf(ordinals);
    }
  }

  /** Why, and who asked; both are kept in the tombstones. */
  public record Order(String reason, String requestedBy, List<Removal> removals) {

    public Order {
      removals = List.copyOf(removals);
      if (removals.isEmpty()) {
        throw ArchiveException.caller("a takedown has something to remove");
      }
    }

    Map<Long, Set<Integer>> items() {
      return removals.stream().filter(Items.class::isInstance).map(Items.class::cast)
          .collect(Collectors.toMap(items -> items.place().offset(), Items::ordinals));
    }
  }

  /** The file that is gone and the one that is there instead. */
  public record Rewritten(SealedWarc before, SealedWarc after) {
  }

  private final Archive archive;

  public Takedown(Archive archive) {
    this.archive = archive;
  }

  /** After it the old file is gone; {@link #noted} is to be called when that is on the caller's record. */
  public Rewritten carryOut(SealedWarc before, Order order) {
    WarcName name = WarcName.parse(before.path());
    if (name == null || WarcName.isOpen(before.path()) || !Files.exists(before.path())) {
      throw ArchiveException.caller(before.path() + " is not a sealed file of this archive");
    }
    Path collection = archive.collectionOf(archive.resolve(before.path().toString()));
    return locked(collection, () -> {
      Path after = before.path().resolveSibling(name.another().text());
      SealedWarc made = new Rewriting(archive, before, order).write(after);
      new TakedownJournal(TakedownJournal.Side.of(before), TakedownJournal.Side.of(made))
          .write(TakedownJournal.of(before.path()));
      return finish(TakedownJournal.of(before.path()));
    });
  }

  /** The caller knows that the file is another one now. */
  public void noted(Rewritten rewritten) {
    try {
      Files.deleteIfExists(TakedownJournal.of(rewritten.before.path()));
      Disk.syncEntries(Disk.directoryOf(rewritten.before.path()));
    } catch (IOException e) {
      throw ArchiveException.io("deleting", TakedownJournal.of(rewritten.before.path()), e);
    }
  }

  /** Brings to an end what a crash interrupted, and removes drafts; all that was not yet {@link #noted}. */
  public List<Rewritten> finishPending(Path collection) {
    if (!Files.isDirectory(collection)) {
      return List.of();
    }
    return locked(archive.resolve(collection.toString()), () -> {
      List<Rewritten> finished = new ArrayList<>();
      for (Path note : files(collection, TakedownJournal.SUFFIX)) {
        finished.add(finish(note));
      }
      for (Path draft : files(collection, ".rewriting")) {
        Path after = draft.resolveSibling(draft.getFileName().toString().replace(".rewriting", ""));
        Files.deleteIfExists(ItemIndex.of(after));
        Files.deleteIfExists(Cdxj.of(after));
        Files.delete(draft);
      }
      return finished;
    });
  }

  private Rewritten finish(Path note) throws IOException {
    Path directory = Disk.directoryOf(note);
    TakedownJournal journal = TakedownJournal.read(note);
    Rewritten rewritten = new Rewritten(journal.before().in(directory), journal.after().in(directory));
    Path after = rewritten.after.path();
    if (Files.exists(Rewriting.draftOf(after))) {
      Disk.move(Rewriting.draftOf(after), after);
    }
    Path before = rewritten.before.path();
    new PayloadIndex(archive.collectionOf(after)).add(after);
    Files.deleteIfExists(ItemIndex.of(before));
    Files.deleteIfExists(Cdxj.of(before));
    // What was once moved aside from this file may hold what has to go.
    for (Path torn : files(directory, ".torn")) {
      if (torn.getFileName().toString().startsWith(before.getFileName().toString())) {
        Files.delete(torn);
      }
    }
    Files.deleteIfExists(before);
    Disk.syncEntries(directory);
    return rewritten;
  }

  private static List<Path> files(Path directory, String suffix) throws IOException {
    try (Stream<Path> found = Files.walk(directory)) {
      return found.filter(path -> path.toString().endsWith(suffix)).sorted().toList();
    }
  }

  /** A piece of work that nobody else may do at the same time. */
  @FunctionalInterface
  private interface Work<T> {
    T run() throws IOException;
  }

  private static <T> T locked(Path collection, Work<T> work) {
    try (
        FileChannel channel = FileChannel.open(collection.resolve("takedown.lock"), StandardOpenOption.CREATE,
            StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      if (lock == null) {
        throw inUse(collection);
      }
      return work.run();
    } catch (OverlappingFileLockException e) {
      throw inUse(collection);
    } catch (IOException e) {
      throw ArchiveException.io("carrying out a takedown in", collection, e);
    }
  }

  private static ArchiveException inUse(Path collection) {
    return new ArchiveException(ArchiveException.Kind.TRANSIENT,
        "another takedown is being carried out in " + collection + "; try again when it is done", null);
  }
}
