package io.nuthatch.app.api;

import static io.nuthatch.app.http.Endpoint.Method.GET;
import static io.nuthatch.app.http.Endpoint.Method.POST;
import static io.nuthatch.app.http.Endpoint.doc;
import static io.nuthatch.app.http.Endpoint.listDoc;

import io.nuthatch.app.Access;
import io.nuthatch.app.Problem;
import io.nuthatch.app.api.SfmEndpoints.WarcView;
import io.nuthatch.app.archive.ArchiveDesk;
import io.nuthatch.app.archive.ArchiveTask;
import io.nuthatch.app.archive.WarcFiles;
import io.nuthatch.app.archive.WarcFiles.ItemView;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Cursor;
import io.nuthatch.app.http.Endpoint;
import io.nuthatch.app.http.Request;
import io.nuthatch.harvest.catalog.Warc;
import io.nuthatch.harvest.catalog.Warc.FixityResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The archive: its files, what is in them, whether they are whole, and what is done about all of them. */
public final class ArchiveEndpoints {

  /** A page of the items of a file, in its order. */
  public record ItemList(List<ItemView> items, @Nullable String nextCursor) {
  }

  /** A page of tasks, newest first. */
  public record TaskList(List<ArchiveTask> tasks, @Nullable String nextCursor) {
  }

  /** How many files are in which state, and those that are not as they were sealed. */
  public record FixityReport(Map<FixityResult, Long> files, List<WarcView> bad) {
  }

  /** Posts to be taken out of content and archive. */
  public record TakedownOrder(List<String> posts, String reason, String requestedBy) {
  }

  /** Which content to make anew. */
  public record RebuildOrder(@Nullable Boolean fresh, @Nullable String collection) {
  }

  private static final int BAD_SHOWN = 1_000;

  private final CatalogDesk catalog;
  private final ArchiveDesk archive;

  public ArchiveEndpoints(CatalogDesk catalog, ArchiveDesk archive) {
    this.catalog = catalog;
    this.archive = archive;
  }

  public List<Endpoint> all() {
    return List.of(
        new Endpoint(GET, "/api/v1/warcs/{id}", Access.VIEWER,
            doc("archive", "One WARC").answers(200, WarcView.class),
            request -> Answer.json(WarcView.of(warc(request)))),
        new Endpoint(GET, "/api/v1/warcs/{id}/items", Access.VIEWER,
            listDoc("archive", "The items of a WARC, by its index", ItemList.class), this::items),
        new Endpoint(GET, "/api/v1/warcs/{id}/file", Access.VIEWER,
            doc("archive", "The file itself, as application/warc").answers(200, null), this::file),
        new Endpoint(POST, "/api/v1/warcs/{id}/verify", Access.EDITOR,
            doc("archive", "Read a WARC to its end, with everything in it").answers(202, ArchiveTask.class),
            request -> Answer.json(202, archive.askVerify(request.caller(), warc(request)))),
        new Endpoint(POST, "/api/v1/warcs/{id}/index", Access.ADMIN,
            doc("archive", "Make the indexes of a WARC anew").answers(202, ArchiveTask.class),
            request -> Answer.json(202, archive.askIndex(request.caller(), warc(request)))),
        new Endpoint(GET, "/api/v1/archive/fixity", Access.VIEWER,
            doc("archive", "What the last checks of all files found").answers(200, FixityReport.class),
            request -> Answer.json(fixity(request))),
        new Endpoint(POST, "/api/v1/archive/fixity", Access.ADMIN,
            doc("archive", "Check all files now").answers(202, ArchiveTask.class),
            request -> Answer.json(202, archive.askFixity(request.caller()))),
        new Endpoint(POST, "/api/v1/archive/rebuild", Access.ADMIN,
            doc("archive", "Make content anew from the archive").body(RebuildOrder.class).answers(202,
                ArchiveTask.class),
            this::rebuild),
        new Endpoint(POST, "/api/v1/archive/takedowns", Access.ADMIN,
            doc("archive", "Take posts out of content and archive").body(TakedownOrder.class).answers(202,
                ArchiveTask.class),
            this::takeDown),
        new Endpoint(GET, "/api/v1/archive/tasks", Access.ADMIN,
            listDoc("archive", "Long work that was asked for, newest first", TaskList.class), this::tasks),
        new Endpoint(GET, "/api/v1/archive/tasks/{id}", Access.ADMIN,
            doc("archive", "One task and its report").answers(200, ArchiveTask.class),
            request -> Answer.json(archive.tasks().get(PostEndpoints.id(request, "task")))));
  }

  private Warc warc(Request request) {
    return catalog.read(request.caller(),
        (reading, viewer) -> catalog.catalog().warcs().get(reading, viewer, request.path("id")));
  }

  private Path path(Request request) {
    Path path = archive.archive().resolve(warc(request).path());
    if (!Files.isRegularFile(path)) {
      throw Problem.notFound("file", path.toString());
    }
    return path;
  }

  private Answer items(Request request) {
    long from = request.cursor(0L);
    int limit = request.limit();
    List<ItemView> page = new ArrayList<>();
    long[] number = {0};
    WarcFiles.items(path(request), item -> {
      if (number[0]++ >= from && page.size() < limit) {
        page.add(item);
      }
    });
    return Answer.json(new ItemList(page, Cursor.after(page, limit, _ -> Long.toString(from + limit))));
  }

  private Answer file(Request request) {
    Path path = path(request);
    return new Answer(200, "application/warc", new byte[0], List.of(), out -> Files.copy(path, out))
        .with("Content-Length", size(path))
        .with("Content-Disposition", "attachment; filename=\"" + path.getFileName() + "\"");
  }

  /** Said beforehand, so that a file that cannot be read to its end does not pass for a shorter one. */
  private static String size(Path path) {
    try {
      return Long.toString(Files.size(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private FixityReport fixity(Request request) {
    return catalog.read(request.caller(),
        (reading, viewer) -> new FixityReport(catalog.catalog().warcs().byFixity(reading, viewer), catalog.catalog()
            .warcs().bad(reading, viewer, BAD_SHOWN).stream().map(WarcView::of).toList()));
  }

  private Answer rebuild(Request request) {
    RebuildOrder order = request.hasBody() ? request.body(RebuildOrder.class) : new RebuildOrder(null, null);
    return Answer.json(202,
        archive.askRebuild(request.caller(), Boolean.TRUE.equals(order.fresh), order.collection));
  }

  private Answer takeDown(Request request) {
    TakedownOrder order = request.body(TakedownOrder.class);
    return Answer.json(202, archive.askTakedown(request.caller(),
        order.posts.stream().map(PostEndpoints::id).toList(), order.reason, order.requestedBy));
  }

  private Answer tasks(Request request) {
    int limit = request.limit();
    List<ArchiveTask> page = archive.tasks().list(request.cursor(Long.MAX_VALUE), limit);
    return Answer.json(new TaskList(page, Cursor.after(page, limit, task -> Long.toString(task.id()))));
  }
}
