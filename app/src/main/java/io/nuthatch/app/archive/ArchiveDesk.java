package io.nuthatch.app.archive;

import io.nuthatch.app.Problem;
import io.nuthatch.app.archive.ArchiveTask.Kind;
import io.nuthatch.app.security.AuditLog;
import io.nuthatch.app.security.Caller;
import io.nuthatch.archive.Archive;
import io.nuthatch.archive.Indexing;
import io.nuthatch.archive.Verification;
import io.nuthatch.database.Database;
import io.nuthatch.feed.content.ContentStore;
import io.nuthatch.feed.content.Rebuild;
import io.nuthatch.feed.content.StoredPost;
import io.nuthatch.harvest.catalog.Catalog;
import io.nuthatch.harvest.catalog.Viewer;
import io.nuthatch.harvest.catalog.Warc;
import io.nuthatch.harvest.catalog.WarcStore;
import io.nuthatch.model.Json;
import io.nuthatch.queue.JobQueue;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What people ask of the archive. Short things are answered at once; long ones become tasks. */
public final class ArchiveDesk implements AutoCloseable {

  private static final int PROBLEMS_SHOWN = 1_000;
  private static final int FILES_AT_ONCE = 500;

  /** What a desk works with. */
  public record Foundation(Database database, JobQueue queue, Archive archive, ContentStore content, Catalog catalog,
      AuditLog audit) {
  }

  private final Foundation on;
  private final InstantSource clock;
  private final ArchiveTasks tasks;

  public ArchiveDesk(Foundation on, InstantSource clock) {
    this.on = on;
    this.clock = clock;
    this.tasks = ArchiveTasks.open(on.database, on.queue, on.audit, clock,
        Map.of(Kind.REBUILD, this::rebuild, Kind.FIXITY, this::checkFixity, Kind.VERIFY, this::verify, Kind.INDEX,
            this::index, Kind.TAKEDOWN,
            new TakedownWork(on.archive, on.content, on.catalog, on.database)));
  }

  public ArchiveTasks tasks() {
    return tasks;
  }

  public Archive archive() {
    return on.archive;
  }

  /** Makes content anew from all files, or from those of one collection; fresh forgets what was harvested first. */
  public ArchiveTask askRebuild(Caller caller, boolean fresh, @Nullable String collection) {
    if (fresh && collection != null) {
      throw Problem.bad("content can be made anew from nothing for all collections, or added to for one; not both");
    }
    ObjectNode request = Json.object().put("fresh", fresh);
    return tasks.ask(caller, Kind.REBUILD, collection == null ? request : request.put("collection", collection));
  }

  public ArchiveTask askFixity(Caller caller) {
    return tasks.ask(caller, Kind.FIXITY, Json.object());
  }

  public ArchiveTask askVerify(Caller caller, Warc warc) {
    return tasks.ask(caller, Kind.VERIFY, Json.object().put("path", warc.path()).put("sha1", warc.content().sha1()));
  }

  public ArchiveTask askIndex(Caller caller, Warc warc) {
    return tasks.ask(caller, Kind.INDEX, Json.object().put("path", warc.path()));
  }

  /** Hides the posts at once; the files follow in a task. */
  public ArchiveTask askTakedown(Caller caller, Collection<Long> ids, String reason, String requestedBy) {
    if (ids.isEmpty() || reason.isBlank() || requestedBy.isBlank()) {
      throw Problem.bad("a takedown names posts, a reason and who asked for it");
    }
    Set<Long> wanted = new TreeSet<>(ids);
    List<StoredPost> posts = on.content.hydrate(wanted);
    if (posts.size() < wanted.size()) {
      posts.forEach(post -> wanted.remove(post.id()));
      throw Problem.notFound("post", wanted.iterator().next().toString());
    }
    List<TakedownWork.Target> targets = posts.stream()
        .map(post -> new TakedownWork.Target(post.id(), post.post().name().platform(), post.post().name().nativeId(),
            post.post().createdAt(), post.post().author().account().id()))
        .toList();
    ArchiveTask task = tasks.ask(caller, Kind.TAKEDOWN,
        Json.MAPPER.valueToTree(new TakedownWork.Request(targets, reason, requestedBy)));
    on.content.remove(wanted, reason);
    return task;
  }

  /** Lets a post come back when it is seen again; what is gone from the files stays gone. */
  public void lift(Caller caller, long id) {
    if (on.content.lift(List.of(id)).isEmpty()) {
      throw Problem.notFound("removed post", Long.toString(id));
    }
    on.database.run(transaction -> on.audit.note(transaction, caller, "archive.lift", Long.toString(id), Map.of()));
  }

  private JsonNode rebuild(JsonNode request, Consumer<JsonNode> progress) {
    ObjectNode report = Json.object();
    if (request.path("fresh").asBoolean(false)) {
      report.put("forgotten", on.content.forgetHarvested());
    }
    List<String> problems = new ArrayList<>();
    List<Path> files = files(request.path("collection").asString(""));
    long pages = 0;
    long posts = 0;
    List<Rebuild.Moved> moved = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      try (ArchiveReplay replay = new ArchiveReplay(on.archive.root(), List.of(files.get(i)), problems::add)) {
        Rebuild.Result result = new Rebuild(on.content).run(replay);
        pages += result.pages();
        posts += result.posts();
        moved.addAll(result.moved());
      }
      report.put("files", i + 1).put("of", files.size()).put("pages", pages).put("posts", posts);
      progress.accept(report);
    }
    report.set("moved", Json.MAPPER.valueToTree(moved.stream().limit(PROBLEMS_SHOWN)
        .map(one -> one.post().name() + " from " + one.recorded() + " to " + one.now()).toList()));
    report.set("problems", Json.MAPPER.valueToTree(problems.stream().limit(PROBLEMS_SHOWN).toList()));
    return report;
  }

  private List<Path> files(String collection) {
    Path root = on.archive.root();
    return WarcFiles.at(root, true).stream()
        .filter(file -> collection.isEmpty() || WarcOrigin.of(root.relativize(file)).collection().equals(collection))
        .toList();
  }

  private JsonNode checkFixity(JsonNode request, Consumer<JsonNode> progress) {
    ObjectNode report = Json.object();
    List<String> bad = new ArrayList<>();
    long checked = 0;
    for (int offset = 0;; offset += FILES_AT_ONCE) {
      int from = offset;
      List<Warc> some = on.database.read(reading -> on.catalog.warcs().list(reading, Viewer.NODE,
          WarcStore.Filter.ALL, FILES_AT_ONCE, from));
      for (Warc warc : some) {
        FixityRounds.check(on.database, on.catalog.warcs(), warc, clock).ifPresent(bad::add);
        report.put("checked", ++checked);
        progress.accept(report);
      }
      if (some.size() < FILES_AT_ONCE) {
        report.set("bad", Json.MAPPER.valueToTree(bad));
        return report;
      }
    }
  }

  private JsonNode verify(JsonNode request, Consumer<JsonNode> progress) {
    Verification.Report found = Verification.of(on.archive.resolve(request.path("path").asString("")),
        request.path("sha1").asString(null));
    ObjectNode report = Json.object().put("good", found.good()).put("records", found.records())
        .put("bytes", found.bytes()).put("sha1", found.sha1());
    report.set("problems",
        Json.MAPPER.valueToTree(found.problems().stream().limit(PROBLEMS_SHOWN).map(Object::toString).toList()));
    return report;
  }

  private JsonNode index(JsonNode request, Consumer<JsonNode> progress) {
    Indexing.Report made = WarcFiles.index(on.archive.resolve(request.path("path").asString("")), on.content::ids);
    ObjectNode report = Json.object().put("records", made.records()).put("items", made.items()).put("captures",
        made.captures());
    report.set("problems",
        Json.MAPPER.valueToTree(made.damages().stream().limit(PROBLEMS_SHOWN).map(Object::toString).toList()));
    return report;
  }

  @Override
  public void close() {
    tasks.close();
  }
}
