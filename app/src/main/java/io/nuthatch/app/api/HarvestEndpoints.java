package io.nuthatch.app.api;

import static io.nuthatch.app.http.Endpoint.Method.GET;
import static io.nuthatch.app.http.Endpoint.Method.POST;
import static io.nuthatch.app.http.Endpoint.doc;

import io.nuthatch.app.Access;
import io.nuthatch.app.Problem;
import io.nuthatch.app.api.CollectionEndpoints.Why;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Cursor;
import io.nuthatch.app.http.Endpoint;
import io.nuthatch.app.http.Request;
import io.nuthatch.app.security.Caller;
import io.nuthatch.database.Transaction;
import io.nuthatch.harvest.catalog.Catalog;
import io.nuthatch.harvest.catalog.Edit;
import io.nuthatch.harvest.catalog.Harvest;
import io.nuthatch.harvest.catalog.HarvestState;
import io.nuthatch.harvest.catalog.HarvestStore;
import io.nuthatch.harvest.catalog.Seed;
import io.nuthatch.harvest.catalog.Warc;
import io.nuthatch.harvest.catalog.WarcStore;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Harvests: what ran, what it captured, what it could not, and the files it wrote. */
public final class HarvestEndpoints {

  private static final int WARCS_SHOWN = 1000;

  /** A page of harvests, newest first. */
  public record HarvestList(List<Harvest> harvests, @Nullable String nextCursor) {
  }

  /** Everything there is to know about a harvest; of its files, the first thousand. */
  public record HarvestDetail(Harvest harvest, List<Harvest.Stat> stats, List<Harvest.Remark> remarks, List<Warc> warcs,
      List<Seed> seeds, List<Harvest> web) {
  }

  private final CatalogDesk desk;
  private final Catalog catalog;

  public HarvestEndpoints(CatalogDesk desk) {
    this.desk = desk;
    this.catalog = desk.catalog();
  }

  public List<Endpoint> all() {
    return List.of(
        new Endpoint(GET, "/api/v1/harvests", Access.VIEWER,
            Endpoint.listDoc("harvests", "Harvests, newest first", HarvestList.class)
                .query("collection", "of this collection only").query("state", "in this state, or open"),
            this::list),
        new Endpoint(GET, "/api/v1/harvests/{id}", Access.VIEWER,
            doc("harvests", "One harvest, its figures, remarks, files and seeds").answers(200, HarvestDetail.class),
            request -> Answer.json(detail(request.caller(), request.path("id")))),
        new Endpoint(POST, "/api/v1/harvests/{id}/stop", Access.EDITOR,
            doc("harvests", "Ask for the end of a harvest").body(Why.class).answers(202, Harvest.class),
            request -> Answer.json(202, stop(request.caller(), request.path("id"), why(request)))),
        new Endpoint(POST, "/api/v1/harvests/{id}/void", Access.EDITOR,
            doc("harvests", "Give a harvest up, so that its collection can have another").body(Why.class).answers(200,
                Harvest.class),
            request -> Answer.json(giveUp(request.caller(), request.path("id"), why(request)))));
  }

  public HarvestList list(Caller caller, HarvestStore.Filter filter, long before, int limit) {
    List<Harvest> page = desk.read(caller,
        (reading, viewer) -> catalog.harvests().list(reading, viewer, filter, before, limit));
    return new HarvestList(page, Cursor.after(page, limit, harvest -> Long.toString(harvest.number())));
  }

  private Answer list(Request request) {
    String state = request.query("state").orElse(null);
    boolean open = "open".equals(state);
    HarvestStore.Filter filter = new HarvestStore.Filter(request.query("collection").orElse(null), null,
        state == null || open ? null : state(state), open);
    return Answer.json(list(request.caller(), filter, request.cursor(Long.MAX_VALUE), request.limit()));
  }

  public HarvestDetail detail(Caller caller, String id) {
    return desk.read(caller, (reading, viewer) -> {
      HarvestStore harvests = catalog.harvests();
      return new HarvestDetail(harvests.get(reading, viewer, id), harvests.stats(reading, viewer, id),
          harvests.remarks(reading, viewer, id),
          catalog.warcs().list(reading, viewer, WarcStore.Filter.ofHarvest(id), WARCS_SHOWN, 0),
          harvests.seeds(reading, viewer, id),
          harvests.list(reading, viewer, new HarvestStore.Filter(null, id, null, false), Long.MAX_VALUE, 100));
    });
  }

  public Harvest stop(Caller caller, String id, @Nullable String note) {
    return change(caller, "harvest.stop", note,
        (transaction, edit) -> desk.requester().stop(transaction, edit, id));
  }

  public Harvest giveUp(Caller caller, String id, @Nullable String note) {
    return change(caller, "harvest.void", note,
        (transaction, edit) -> desk.requester().voidHarvest(transaction, edit, id));
  }

  private Harvest change(Caller caller, String action, @Nullable String note,
      BiFunction<Transaction, Edit, Harvest> work) {
    return desk.change(caller, action, note, work, Harvest::id);
  }

  private static @Nullable String why(Request request) {
    return request.hasBody() ? request.body(Why.class).note() : null;
  }

  private static HarvestState state(String text) {
    return Arrays.stream(HarvestState.values()).filter(state -> state.word().equals(text.replace('_', ' '))).findFirst()
        .orElseThrow(() -> Problem.bad("state takes open or one of "
            + Arrays.stream(HarvestState.values()).map(HarvestState::word).toList() + ", not '" + text + "'"));
  }
}
