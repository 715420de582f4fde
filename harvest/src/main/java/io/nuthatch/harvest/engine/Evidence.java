package io.nuthatch.harvest.engine;

import io.nuthatch.archive.Archive;
import io.nuthatch.archive.Exchange;
import io.nuthatch.archive.ItemEntry;
import io.nuthatch.archive.OpenWarc;
import io.nuthatch.archive.Place;
import io.nuthatch.archive.Provenance;
import io.nuthatch.archive.Redaction;
import io.nuthatch.archive.Revisit;
import io.nuthatch.archive.SealedWarc;
import io.nuthatch.archive.items.Item;
import io.nuthatch.database.Transaction;
import io.nuthatch.model.Json;
import io.nuthatch.model.NuthatchException;
import io.nuthatch.model.NuthatchException.Kind;
import io.nuthatch.model.Post;
import io.nuthatch.model.PostSink;
import io.nuthatch.model.Sighting;
import io.nuthatch.model.message.RoutingKeys;
import io.nuthatch.model.message.WarcCreated;
import io.nuthatch.queue.Message;
import io.nuthatch.queue.Outbox;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The WARCs of one run. What is appended is handed on in one order: on the disk, then posts in the content store, then
 * the index with their ids, then the progress that goes with it. A file is told of when it is sealed.
 *
 * <p>Any number of threads may share it.
 */
final class Evidence {

  /*
   * Batches. Appending costs a write; a commit costs the disk's flush and a transaction. Records wait for the commit of
   * the page they belong to, or until there are many.
   *
   * Ownership. A worker that was away too long may have lost its run without knowing. Every commit finds out; appending
   * asks when the last answer is old. The lock on the file keeps the next worker off it until this one has let go.
   */

  private static final int MOST_PENDING = 200;
  private static final long CONFIRMED_FOR = 5_000_000_000L;
  private static final int SHORTEST_SECRET = 6;

  /** Where evidence goes. */
  record Desk(Archive archive, PostSink posts, Outbox outbox, HarvesterSettings.Cuts cuts, InstantSource clock) {
  }

  /** A record that is in the file and not yet handed on. */
  private record Pending(Place place, Instant at, List<Item> items, @Nullable String seed) {
  }

  private final Desk desk;
  private final Order order;
  private final RunBook book;
  private final Reins reins;
  private final Links links;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Pending> pending = new ArrayList<>();
  private Set<String> secrets = Set.of();
  private Set<String> redacted = Set.of();
  private @Nullable OpenWarc open;
  private long confirmed = System.nanoTime();

  Evidence(Desk desk, Order order, RunBook book, Reins reins) {
    this.desk = desk;
    this.order = order;
    this.book = book;
    this.reins = reins;
    this.links = new Links(order);
  }

  /** Values that must not reach a file. */
  void conceal(Set<String> values) {
    lock.lock();
    try {
      secrets = Set.copyOf(values);
    } finally {
      lock.unlock();
    }
  }

  /** Puts an exchange into the file; it is handed on with the next commit. */
  void append(Exchange exchange, Set<String> itsSecrets, List<Item> items, @Nullable String seed) {
    lock.lock();
    try {
      OpenWarc warc = ready(itsSecrets);
      pending.add(new Pending(warc.append(exchange), exchange.date(), items, seed));
      if (pending.size() >= MOST_PENDING) {
        commit(RunBook.NOTHING);
      }
    } finally {
      lock.unlock();
    }
  }

  /** As {@link #append}; content that the collection has already is referred to, not stored again. */
  void appendOnce(Exchange exchange, Set<String> itsSecrets) {
    lock.lock();
    try {
      OpenWarc warc = ready(itsSecrets);
      Place place = warc.seen(exchange).map(first -> warc.append(new Revisit(exchange, first)))
          .orElseGet(() -> warc.append(exchange));
      pending.add(new Pending(place, exchange.date(), List.of(), null));
    } finally {
      lock.unlock();
    }
  }

  private OpenWarc ready(Set<String> itsSecrets) {
    if (System.nanoTime() - confirmed > CONFIRMED_FOR) {
      book.confirm();
      confirmed = System.nanoTime();
    }
    OpenWarc warc = open;
    if (warc == null) {
      warc = desk.archive.create(provenance());
      open = warc;
      redacted = Set.of();
    }
    Set<String> all = new HashSet<>(secrets);
    all.addAll(itsSecrets);
    all.removeIf(secret -> secret.length() < SHORTEST_SECRET);
    if (!all.equals(redacted)) {
      warc.redact(new Redaction(Set.of(), Set.of(), all));
      redacted = all;
    }
    return warc;
  }

  private Provenance provenance() {
    return Provenance.of(order.message().id(), order.type().name(), order.collectionSet(), order.collection())
        .withPath(order.message().path())
        .withSeeds(order.message().seeds().stream().map(seed -> Json.write(seed)).toList());
  }

  /** Hands on what was appended, then writes the progress that goes with it. */
  void commit(Consumer<Transaction> progress) {
    lock.lock();
    try {
      if (open != null && !pending.isEmpty()) {
        handOn(open);
      }
      boolean stop = book.progress(transaction -> {
        progress.accept(transaction);
        links.store(transaction);
      });
      links.stored();
      confirmed = System.nanoTime();
      if (open != null && isFull(open)) {
        stop |= seal(open);
      }
      if (stop) {
        reins.stop();
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean isFull(OpenWarc warc) {
    return warc.bytes() >= desk.cuts.warcBytes()
        || !desk.clock.instant().isBefore(warc.created().plus(desk.cuts.warcAge()));
  }

  private void handOn(OpenWarc warc) {
    warc.sync();
    List<ItemEntry> entries = new ArrayList<>();
    long items = 0;
    for (Pending one : pending) {
      Kept kept = keep(warc, one);
      entries.addAll(kept.entries);
      items += kept.items;
    }
    warc.index(entries, warc.bytes());
    pending.clear();
    book.count(order.type().itemLabel(), items);
  }

  /** What of a record is in the content store now: entries for the index, and how many items they are of. */
  private record Kept(List<ItemEntry> entries, long items) {
  }

  private Kept keep(OpenWarc warc, Pending one) {
    List<Post> posts = new ArrayList<>();
    List<Integer> ordinals = new ArrayList<>();
    long items = 0;
    for (Item item : one.items) {
      List<Post> within = order.adapter().items().posts(item);
      items += within.isEmpty() ? 0 : 1;
      links.look(item);
      for (Post post : within) {
        posts.add(post);
        ordinals.add(item.ordinal());
      }
    }
    return new Kept(
        posts.isEmpty() ? List.of() : entries(one, ordinals, posts, desk.posts.keep(posts, sighting(warc, one))),
        items);
  }

  private Sighting sighting(OpenWarc warc, Pending one) {
    String path = desk.archive.root().relativize(warc.path()).toString();
    return new Sighting(one.at, order.collection(), one.seed, order.message().id(),
        new Sighting.Evidence(path, one.place.offset()));
  }

  private static List<ItemEntry> entries(Pending one, List<Integer> ordinals, List<Post> posts, List<Long> ids) {
    List<ItemEntry> entries = new ArrayList<>();
    for (int i = 0; i < posts.size(); i++) {
      Post post = posts.get(i);
      entries.add(new ItemEntry(ids.get(i), post.name().platform(), post.name().nativeId(), post.createdAt(),
          post.author().account().id(), one.place.offset(), one.place.length(), ordinals.get(i)));
    }
    return entries;
  }

  private boolean seal(OpenWarc warc) {
    SealedWarc sealed = warc.seal();
    open = null;
    return tell(sealed);
  }

  private boolean tell(SealedWarc sealed) {
    WarcCreated created = new WarcCreated(
        new WarcCreated.Warc(sealed.id(), sealed.path().toString(), sealed.sha1(), sealed.bytes(), sealed.created()),
        order.message().collectionSet(), order.message().collection(),
        new WarcCreated.Origin(order.message().id(), order.type().name()));
    return book.sealed(sealed.bytes(), transaction -> {
      transaction.update("INSERT INTO run_warcs (run, path) VALUES (?, ?)", order.message().id(),
          sealed.path().toString());
      List<Message> messages = new ArrayList<>(links.messages(transaction));
      messages.add(Message.of(RoutingKeys.WARC_CREATED, Json.write(created)));
      desk.outbox.add(transaction, messages);
    });
  }

  /**
   * Takes over what workers before this one left: files are mended, records nobody handed on are handed on, files
   * nobody told of are told of. The last open file is gone on with.
   */
  void recover() {
    lock.lock();
    try {
      Leftovers leftovers = Leftovers.of(desk.archive, order.message().id(),
          order.directory(desk.archive));
      Set<String> told = book.toldWarcs();
      for (Path sealed : leftovers.sealed()) {
        if (!told.contains(sealed.toString())) {
          tell(Leftovers.describe(sealed));
        }
      }
      for (OpenWarc warc : leftovers.open()) {
        if (open != null) {
          seal(open);
        }
        open = warc;
        redacted = Set.of();
        Leftovers.unread(warc, order.adapter().items(), record -> pending.add(
            new Pending(record.place(), record.at(), record.items(), null)));
        commit(RunBook.NOTHING);
      }
      leftovers.damages().forEach(damage -> book.info("warc_recovered", damage));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Hands on and seals what there is. Posts that the content store cannot take are left out: the evidence is safe, and
   * content can be made anew from it.
   */
  void finish() {
    lock.lock();
    try {
      try {
        commit(RunBook.NOTHING);
      } catch (NuthatchException e) {
        if (e.kind() == Kind.TRANSIENT || e.kind() == Kind.FULL) {
          throw e;
        }
        leavePosts(e);
      } catch (RuntimeException e) {
        leavePosts(e);
      }
      if (open != null) {
        seal(open);
      }
    } finally {
      lock.unlock();
    }
  }

  private void leavePosts(RuntimeException e) {
    book.error("posts_not_kept", "posts of " + pending.size() + " records could not be handed on, rebuild them from the"
        + " archive: " + e.getMessage(), null);
    pending.clear();
  }

  /** Asks for what was found and not asked for yet, in the last transaction of the run. */
  void lastLinks(Transaction transaction) {
    desk.outbox.add(transaction, links.messages(transaction));
  }

  /** Lets go of the file as it is, for whoever comes next. */
  void abandon() {
    lock.lock();
    try {
      if (open != null) {
        open.close();
        open = null;
      }
    } finally {
      lock.unlock();
    }
  }
}
