package io.nuthatch.app.api;

import static io.nuthatch.app.http.Endpoint.Method.GET;

import io.nuthatch.app.Access;
import io.nuthatch.app.Problem;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Endpoint;
import io.nuthatch.app.http.Request;
import io.nuthatch.harvest.catalog.PortableLists;
import io.nuthatch.harvest.catalog.PortableLists.Window;
import io.nuthatch.harvest.catalog.Warc;
import io.nuthatch.harvest.catalog.WarcStore;
import io.nuthatch.model.message.MessageTime;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The two lists that Social Feed Manager's exporters and tools read: collections and WARCs, with its parameters, its
 * names and its way of paging. Fields of our own follow those it had.
 */
public final class SfmEndpoints {

  /** A page: how many there are in all, and where the pages beside it are. */
  public record Page<T>(long count, @Nullable String next, @Nullable String previous, List<T> results) {
  }

  /** A WARC in the fields of Social Feed Manager, and the harvest that made it. */
  public record WarcView(String warcId, String path, String sha1, long bytes, Instant dateCreated, String harvestType,
      String harvestId, String collectionId, Warc.Fixity fixity) {

    static WarcView of(Warc warc) {
      return new WarcView(warc.id(), warc.path(), warc.content().sha1(), warc.content().bytes(), warc.createdAt(),
          warc.type(), warc.harvestId(), warc.collectionId(), warc.fixity());
    }
  }

  private static final int MOST = 1000;

  private final CatalogDesk desk;
  private final PortableLists lists;

  public SfmEndpoints(CatalogDesk desk) {
    this.desk = desk;
    this.lists = new PortableLists(desk.catalog());
  }

  public List<Endpoint> all() {
    return List.of(
        new Endpoint(GET, "/api/v1/collections", Access.VIEWER,
            Offsets.doc("collections", "Collections, by name")
                .query("collection_startswith", "whose ids begin so, whatever the case")
                .query("collection_set", "of this set").answers(200, Page.class),
            this::collections),
        new Endpoint(GET, "/api/v1/warcs", Access.VIEWER,
            Offsets.doc("archive", "WARCs in the order in which they were made; those of the web are left out")
                .query("collection", "of this collection").query("seed", "of harvests with these seeds, with commas")
                .query("harvest_date_start", "of harvests that started at or after this time")
                .query("harvest_date_end", "of harvests that started at or before this time")
                .query("created_date_start", "made at or after this time")
                .query("created_date_end", "made at or before this time").answers(200, Page.class),
            this::warcs));
  }

  private Answer collections(Request request) {
    Window window = window(request);
    return page(request, List.of("collection_set", "collection_startswith"), window,
        desk.read(request.caller(), (reading, viewer) -> lists.collections(reading, viewer,
            request.query("collection_startswith").orElse(null), request.query("collection_set").orElse(null),
            window)),
        CollectionView::of);
  }

  private Answer warcs(Request request) {
    List<String> seeds = request.query("seed")
        .map(text -> Arrays.stream(text.split(",", -1)).map(String::strip).filter(id -> !id.isEmpty()).toList())
        .orElse(List.of());
    Window window = window(request);
    return page(request,
        List.of("collection", "seed", "harvest_date_start", "harvest_date_end", "created_date_start",
            "created_date_end"),
        window,
        desk.read(request.caller(), (reading, viewer) -> lists.warcs(reading, viewer,
            new PortableLists.WarcQuery(request.query("collection").orElse(null), seeds,
                range(request, "harvest_date"), range(request, "created_date")),
            window)),
        WarcView::of);
  }

  private static Window window(Request request) {
    return new Window(request.query("limit").map(text -> Request.wholeNumber("limit", text, 1, MOST)).orElse(
        PortableLists.USUAL_LIMIT), Offsets.offset(request));
  }

  private static <T, V> Answer page(Request request, List<String> parameters, Window window,
      PortableLists.Page<T> slice, Function<T, V> view) {
    int limit = window.limit();
    int offset = window.offset();
    String next = offset + (long) slice.results().size() < slice.count()
        ? link(request, parameters, limit, offset + limit)
        : null;
    String previous = offset == 0 ? null : link(request, parameters, limit, Math.max(0, offset - limit));
    return Answer.json(new Page<>(slice.count(), next, previous, slice.results().stream().map(view).toList()));
  }

  private static String link(Request request, List<String> parameters, int limit, int offset) {
    List<String> query = new ArrayList<>();
    for (String name : parameters) {
      request.query(name).ifPresent(value -> query.add(name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8)));
    }
    query.add("limit=" + limit);
    query.add("offset=" + offset);
    return request.origin().url() + request.address() + "?" + String.join("&", query);
  }

  private static WarcStore.Range range(Request request, String name) {
    return new WarcStore.Range(time(request, name + "_start"), time(request, name + "_end"));
  }

  private static @Nullable Instant time(Request request, String name) {
    return request.query(name).map(text -> {
      try {
        return MessageTime.read(text);
      } catch (DateTimeException e) {
        throw Problem.bad(name + " takes a time such as 2026-11-15T09:00:00Z, not '" + text + "'");
      }
    }).orElse(null);
  }
}
