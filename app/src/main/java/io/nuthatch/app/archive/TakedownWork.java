package io.nuthatch.app.archive;

import io.nuthatch.app.AppException;
import io.nuthatch.archive.Archive;
import io.nuthatch.archive.ItemEntry;
import io.nuthatch.archive.ItemFilter;
import io.nuthatch.archive.ItemIndex;
import io.nuthatch.archive.Place;
import io.nuthatch.archive.Takedown;
import io.nuthatch.archive.Takedown.Removal;
import io.nuthatch.archive.Takedown.Rewritten;
import io.nuthatch.archive.WarcReader;
import io.nuthatch.archive.WarcRecord;
import io.nuthatch.archive.items.ItemReader;
import io.nuthatch.archive.items.ItemReaders;
import io.nuthatch.database.Database;
import io.nuthatch.feed.content.ContentStore;
import io.nuthatch.feed.content.EvidenceSpan;
import io.nuthatch.harvest.catalog.Catalog;
import io.nuthatch.harvest.catalog.Warc;
import io.nuthatch.model.Json;
import io.nuthatch.model.NuthatchException.Kind;
import io.nuthatch.model.Post;
import io.nuthatch.model.PostName;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Takes posts out of every file that holds them. An item goes whole when it is the post or shows it within (a repost, a
 * quote); where an answer cannot be cut, its record goes. Posts that only share a removed one leave the content too.
 * docs/guide/takedown.md tells the procedure.
 */
final class TakedownWork implements ArchiveTasks.Work {

  /** A post to be removed, as the request names it. */
  record Target(long id, String platform, String nativeId, Instant createdAt, String account) {
  }

  /** What is asked for. */
  record Request(List<Target> posts, String reason, String requestedBy) {
  }

  private final Archive archive;
  private final ContentStore content;
  private final Catalog catalog;
  private final Database database;
  private final Takedown takedown;

  TakedownWork(Archive archive, ContentStore content, Catalog catalog, Database database) {
    this.archive = archive;
    this.content = content;
    this.catalog = catalog;
    this.database = database;
    this.takedown = new Takedown(archive);
  }

  @Override
  public JsonNode run(JsonNode asked, Consumer<JsonNode> progress) {
    Request request = Json.MAPPER.treeToValue(asked, Request.class);
    ObjectNode report = Json.object();
    ArrayNode files = report.putArray("files");
    ArrayNode reposts = report.putArray("reposts");
    content.remove(request.posts.stream().map(Target::id).toList(), request.reason);
    for (Path collection : collections()) {
      takedown.finishPending(collection).forEach(rewritten -> note(rewritten, files));
    }
    for (Path warc : WarcFiles.at(archive.root(), false)) {
      Map<Long, Map<Integer, Set<Long>>> found = find(warc, request.posts);
      if (!found.isEmpty()) {
        Set<Long> shared = new TreeSet<>();
        List<Removal> removals = removals(warc, found, request.posts, shared);
        content.remove(shared, request.reason).forEach(id -> reposts.add(Long.toString(id)));
        note(takedown.carryOut(archive.describe(warc),
            new Takedown.Order(request.reason, request.requestedBy, removals)), files);
        progress.accept(report);
      }
    }
    for (Path warc : WarcFiles.at(archive.root(), true)) {
      if (warc.toString().endsWith(ArchiveReplay.OPEN) && !find(warc, request.posts).isEmpty()) {
        throw new AppException(Kind.TRANSIENT,
            warc + " holds a post of the takedown and is still being written; it follows when it is sealed", null);
      }
    }
    return report;
  }

  private List<Path> collections() {
    Set<Path> directories = new TreeSet<>();
    for (Path warc : WarcFiles.at(archive.root(), false)) {
      directories.add(warc.resolve("../../../../..").normalize());
    }
    return List.copyOf(directories);
  }

  /** Where the posts are in a file: by record, by item. Nothing is read of files that cannot hold them. */
  private static Map<Long, Map<Integer, Set<Long>>> find(Path warc, List<Target> targets) {
    Map<Long, Map<Integer, Set<Long>>> found = new TreeMap<>();
    Path index = ItemIndex.of(warc);
    if (Files.exists(index)) {
      for (Target target : targets) {
        ItemFilter filter = ItemFilter.between(target.createdAt, target.createdAt).ofAccounts(Set.of(target.account));
        ItemIndex.read(index, filter, entry -> {
          if (entry.postId() == target.id) {
            found.computeIfAbsent(entry.offset(), _ -> new TreeMap<>())
                .computeIfAbsent(entry.ordinal(), _ -> new HashSet<>()).add(target.id);
          }
        });
      }
    }
    return found;
  }

  private List<Removal> removals(Path warc, Map<Long, Map<Integer, Set<Long>>> found, List<Target> targets,
      Set<Long> shared) {
    Map<Long, Place> places = new HashMap<>();
    ItemIndex.read(ItemIndex.of(warc), ItemFilter.all(), entry -> places.putIfAbsent(entry.offset(), entry.place()));
    List<Removal> removals = new ArrayList<>();
    try (WarcReader reader = WarcReader.open(warc)) {
      found.forEach((offset, ordinals) -> {
        Place place = Objects.requireNonNull(places.get(offset));
        removals.add(removal(reader.read(place), place, ordinals.keySet(), targets, shared));
      });
    }
    return removals;
  }

  private Removal removal(WarcRecord record, Place place, Set<Integer> ordinals, List<Target> targets,
      Set<Long> shared) {
    String url = Objects.requireNonNullElse(record.target(), "");
    Set<PostName> names = new HashSet<>();
    targets.forEach(target -> names.add(new PostName(target.platform, target.nativeId)));
    Set<String> nativeIds = new HashSet<>();
    names.forEach(name -> nativeIds.add(name.nativeId()));
    byte[] payload = payload(record);
    shared.addAll(content.ids(reposts(url, payload, ordinals, names)).values());
    return ItemCut.cut(url, payload, ordinals, nativeIds)
        .<Removal>map(rest -> new Takedown.Items(place, ordinals, _ -> rest))
        .orElseGet(() -> new Takedown.WholeRecord(place));
  }

  /** Posts that say what a removed one says. */
  private static List<PostName> reposts(String url, byte[] payload, Set<Integer> ordinals, Set<PostName> names) {
    List<PostName> reposts = new ArrayList<>();
    ItemReader reader = ItemReaders.of(url);
    if (reader != null) {
      ItemReaders.read(reader, url, new ByteArrayInputStream(payload), item -> {
        if (ordinals.contains(item.ordinal())) {
          for (Post post : reader.posts(item)) {
            PostName original = post.relations().repostOf();
            if (original != null && names.contains(original)) {
              reposts.add(post.name());
            }
          }
        }
      });
    }
    return reposts;
  }

  private static byte[] payload(WarcRecord record) {
    try (InputStream in = record.payload()) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Catalogue and content follow; then the archive may forget that there was another file. */
  private void note(Rewritten rewritten, ArrayNode files) {
    Path before = rewritten.before().path();
    Path after = rewritten.after().path();
    database.run(transaction -> catalog.warcs().rewritten(transaction, before.toString(), after.toString(),
        new Warc.Content(rewritten.after().sha1(), rewritten.after().bytes())));
    Map<Long, EvidenceSpan> places = new HashMap<>();
    if (Files.exists(ItemIndex.of(after))) {
      ItemIndex.read(ItemIndex.of(after), ItemFilter.all(), (ItemEntry entry) -> places.merge(entry.postId(),
          new EvidenceSpan(entry.offset(), entry.offset()), (span, _) -> span.including(entry.offset())));
    }
    content.moveEvidence(underRoot(before), underRoot(after), places);
    takedown.noted(rewritten);
    files.addObject().put("before", underRoot(before)).put("after", underRoot(after)).put("sha1",
        rewritten.after().sha1());
  }

  private String underRoot(Path file) {
    return archive.root().relativize(file).toString();
  }
}
