package io.nuthatch.app.api;

import static io.nuthatch.app.http.Endpoint.Method.DELETE;
import static io.nuthatch.app.http.Endpoint.Method.GET;
import static io.nuthatch.app.http.Endpoint.Method.PATCH;
import static io.nuthatch.app.http.Endpoint.Method.POST;
import static io.nuthatch.app.http.Endpoint.doc;

import io.nuthatch.app.Access;
import io.nuthatch.app.Problem;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Endpoint;
import io.nuthatch.app.http.Request;
import io.nuthatch.app.security.Caller;
import io.nuthatch.database.Transaction;
import io.nuthatch.harvest.HarvestType;
import io.nuthatch.harvest.catalog.Catalog;
import io.nuthatch.harvest.catalog.Collection;
import io.nuthatch.harvest.catalog.CollectionPlan;
import io.nuthatch.harvest.catalog.Edit;
import io.nuthatch.harvest.catalog.Harvest;
import io.nuthatch.harvest.catalog.HarvestRequester.Outcome;
import io.nuthatch.harvest.catalog.HarvestRequester.Running;
import io.nuthatch.harvest.catalog.HarvestStore;
import io.nuthatch.harvest.catalog.SeedLine;
import io.nuthatch.harvest.catalog.SeedText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collections: what is captured, from where, how often. */
public final class CollectionEndpoints {

  /** A collection to make, and what to begin with: seeds one a line, and whether it is to run at once. */
  public record NewCollection(String collectionSetId, String harvestType, CollectionView.Plan plan,
      @Nullable String seeds, boolean on) {
  }

  /** What to change, and why. */
  public record CollectionChange(CollectionView.Plan plan, @Nullable String note) {
  }

  /** Why something is done; may be left out. */
  public record Why(@Nullable String note) {
  }

  /** Where to. */
  public record Move(String collectionSetId, @Nullable String note) {
  }

  /** What became of a wish for a harvest: {@code sent} or {@code skipped}. */
  public record Requested(String outcome, String harvestId, @Nullable String reason) {
  }

  /** A collection with what stands in the way of its harvests, and how many seeds it has. */
  public record Detail(CollectionView collection, @Nullable String problem, long activeSeeds, long seeds,
      List<Harvest.Stat> stats) {
  }

  /** A collection just made, and what became of the lines of seeds. */
  public record Made(CollectionView collection, List<SeedLine.Result> seeds) {
  }

  private final CatalogDesk desk;
  private final Catalog catalog;

  public CollectionEndpoints(CatalogDesk desk) {
    this.desk = desk;
    this.catalog = desk.catalog();
  }

  public List<Endpoint> all() {
    return List.of(
        new Endpoint(POST, "/api/v1/collections", Access.EDITOR,
            doc("collections", "Make a collection, with seeds if you like").body(NewCollection.class).answers(201,
                Made.class),
            request -> Answer.json(201, make(request.caller(), request.body(NewCollection.class)))),
        new Endpoint(GET, "/api/v1/collections/{id}", Access.VIEWER,
            doc("collections", "One collection").answers(200, Detail.class),
            request -> Answer.json(detail(request.caller(), request.path("id")))),
        new Endpoint(PATCH, "/api/v1/collections/{id}", Access.EDITOR,
            doc("collections", "Change a collection").body(CollectionChange.class).answers(200, CollectionView.class),
            request -> Answer.json(change(request.caller(), request.path("id"),
                request.body(CollectionChange.class)))),
        new Endpoint(DELETE, "/api/v1/collections/{id}", Access.ADMIN,
            doc("collections", "Delete a collection with its files").answers(204, null), this::delete),
        act("on", "Turn a collection on: it is harvested as its schedule says", this::on),
        act("off", "Turn a collection off; what runs is stopped", this::off),
        act("finish", "Declare a collection finished: kept, no longer changed", this::finish),
        act("reopen", "Reopen a finished collection", this::reopen),
        new Endpoint(POST, "/api/v1/collections/{id}/run", Access.EDITOR,
            doc("collections", "Harvest a collection now").answers(202, Requested.class),
            request -> Answer.json(202, run(request.caller(), request.path("id")))),
        new Endpoint(POST, "/api/v1/collections/{id}/move", Access.EDITOR,
            doc("collections", "Move a collection to another set").body(Move.class).answers(200, CollectionView.class),
            this::move),
        new Endpoint(GET, "/api/v1/collections/{id}/history", Access.VIEWER,
            Endpoint.listDoc("collections", "Who changed what of a collection and its seeds, and which harvest did",
                SetEndpoints.ChangeList.class),
            this::history));
  }

  /** What a button of the console or a call does to one collection. */
  private interface Act {
    Collection on(Caller caller, String id, @Nullable String note);
  }

  private static Endpoint act(String verb, String summary, Act act) {
    return new Endpoint(POST, "/api/v1/collections/{id}/" + verb, Access.EDITOR,
        doc("collections", summary).body(Why.class).answers(200, CollectionView.class),
        request -> Answer.json(CollectionView.of(
            act.on(request.caller(), request.path("id"), request.hasBody() ? request.body(Why.class).note : null))));
  }

  private Made make(Caller caller, NewCollection asked) {
    return desk.change(caller, "collection.create", null, (transaction, edit) -> make(transaction, edit, asked),
        made -> made.collection.collectionId());
  }

  public Made make(Transaction transaction, Edit edit, NewCollection asked) {
    HarvestType type = catalog.types().require(asked.harvestType).type();
    String name = asked.plan.name();
    if (name == null) {
      throw Problem.bad("the field 'name' is missing");
    }
    CollectionPlan plan = asked.plan.over(CollectionPlan.of(name, type.name()));
    Collection made = catalog.collections().create(transaction, edit, asked.collectionSetId, plan);
    List<SeedLine.Result> seeds = asked.seeds == null || asked.seeds.isBlank()
        ? List.of()
        : catalog.seeds().addAll(transaction, edit, made.id(), SeedText.pasted(asked.seeds, false));
    return new Made(CollectionView.of(asked.on ? desk.requester().turnOn(transaction, edit, made.id()) : made), seeds);
  }

  public Detail detail(Caller caller, String id) {
    return desk.read(caller, (reading, viewer) -> {
      Collection collection = catalog.collections().get(reading, viewer, id);
      HarvestStore harvests = catalog.harvests();
      return new Detail(CollectionView.of(collection), desk.requester().problem(reading, collection).orElse(null),
          catalog.seeds().count(reading, viewer, id, true), catalog.seeds().count(reading, viewer, id, null),
          harvests.statsOfCollection(reading, viewer, id));
    });
  }

  public CollectionView change(Caller caller, String id, CollectionChange asked) {
    return desk.change(caller, "collection.change", asked.note, (transaction, edit) -> {
      CollectionPlan before = catalog.collections().get(transaction, edit.by(), id).plan();
      return CollectionView.of(catalog.collections().change(transaction, edit, id, asked.plan.over(before)));
    }, CollectionView::collectionId);
  }

  public Collection on(Caller caller, String id, @Nullable String note) {
    return desk.change(caller, "collection.on", note,
        (transaction, edit) -> desk.requester().turnOn(transaction, edit, id), Collection::id);
  }

  public Collection off(Caller caller, String id, @Nullable String note) {
    return desk.change(caller, "collection.off", note,
        (transaction, edit) -> desk.requester().turnOff(transaction, edit, id, Running.STOPS), Collection::id);
  }

  public Collection finish(Caller caller, String id, @Nullable String note) {
    return desk.change(caller, "collection.finish", note,
        (transaction, edit) -> catalog.collections().finish(transaction, edit, id), Collection::id);
  }

  public Collection reopen(Caller caller, String id, @Nullable String note) {
    return desk.change(caller, "collection.reopen", note,
        (transaction, edit) -> catalog.collections().reopen(transaction, edit, id), Collection::id);
  }

  public Requested run(Caller caller, String id) {
    Outcome outcome = desk.change(caller, "collection.run", null, (transaction, edit) -> {
      catalog.collections().get(transaction, edit.by(), id);
      return desk.requester().request(transaction, edit.by(), id);
    }, _ -> id);
    return switch (outcome) {
      case Outcome.Sent(String harvest) -> new Requested("sent", harvest, null);
      case Outcome.Skipped(String harvest, String reason) -> new Requested("skipped", harvest, reason);
      case Outcome.Refused(String reason) -> throw Problem.conflict(reason);
    };
  }

  private Answer move(Request request) {
    Move asked = request.body(Move.class);
    return Answer.json(CollectionView.of(desk.change(request.caller(), "collection.move", asked.note,
        (transaction, edit) -> catalog.collections().move(transaction, edit, request.path("id"),
            asked.collectionSetId),
        Collection::id)));
  }

  private Answer delete(Request request) {
    desk.deleteCollection(request.caller(), request.path("id"));
    return Answer.nothing();
  }

  private Answer history(Request request) {
    int limit = request.limit();
    String id = request.path("id");
    return Answer.json(SetEndpoints.ChangeList.of(desk.read(request.caller(), (reading, viewer) -> {
      catalog.collections().get(reading, viewer, id);
      return catalog.history().ofCollection(reading, viewer, id, request.cursor(Long.MAX_VALUE), limit);
    }), limit));
  }
}
