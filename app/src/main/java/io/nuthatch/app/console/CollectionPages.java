package io.nuthatch.app.console;

import static io.nuthatch.app.http.Endpoint.Method.GET;
import static io.nuthatch.app.http.Endpoint.Method.POST;

import io.nuthatch.app.Access;
import io.nuthatch.app.Problem;
import io.nuthatch.app.api.CatalogDesk;
import io.nuthatch.app.api.CollectionEndpoints;
import io.nuthatch.app.api.CollectionEndpoints.CollectionChange;
import io.nuthatch.app.api.CollectionEndpoints.Requested;
import io.nuthatch.app.api.HarvestDesk;
import io.nuthatch.app.api.SeedEndpoints;
import io.nuthatch.app.api.SeedEndpoints.Bulk;
import io.nuthatch.app.api.SeedEndpoints.BulkResult;
import io.nuthatch.app.api.SeedEndpoints.SeedChange;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Endpoint;
import io.nuthatch.app.http.Request;
import io.nuthatch.app.security.Caller;
import io.nuthatch.database.Reading;
import io.nuthatch.harvest.HarvestType;
import io.nuthatch.harvest.catalog.Catalog;
import io.nuthatch.harvest.catalog.Change;
import io.nuthatch.harvest.catalog.Collection;
import io.nuthatch.harvest.catalog.CollectionSet;
import io.nuthatch.harvest.catalog.CollectionStore;
import io.nuthatch.harvest.catalog.CostForecast.Forecast;
import io.nuthatch.harvest.catalog.Credential;
import io.nuthatch.harvest.catalog.Harvest;
import io.nuthatch.harvest.catalog.HarvestState;
import io.nuthatch.harvest.catalog.HarvestStore;
import io.nuthatch.harvest.catalog.HarvestTypes.Offer;
import io.nuthatch.harvest.catalog.Seed;
import io.nuthatch.harvest.catalog.SeedLine;
import io.nuthatch.harvest.catalog.Viewer;
import io.nuthatch.harvest.engine.Gap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Collections: all of them by set, and one with its seeds, harvests and history. */
public final class CollectionPages {

  private static final int MOST_SETS = 500;
  private static final int MOST_COLLECTIONS = 2000;
  private static final int SEEDS = 200;
  private static final int HARVESTS = 10;
  private static final int CHANGES = 15;

  /** A set, and its collections with the last harvest of each. */
  public record SetView(CollectionSet set, List<Line> collections) {
  }

  /** A collection in a list. */
  public record Line(Collection collection, String type, @Nullable Harvest last) {
  }

  /** A collection with all that its page shows. */
  public record View(CollectionEndpoints.Detail detail, Place place, Seeds seeds, Past past, Outlook outlook,
      @Nullable Form form) {
  }

  /** Where it belongs, and what the one who looks may do with it. */
  public record Place(CollectionSet set, String type, boolean mayEdit, boolean mayDelete) {
  }

  /** Its first seeds, what the last harvest had to say of them, and what became of those just added. */
  public record Seeds(List<Seed> first, Map<String, String> warnings, @Nullable BulkResult added) {

    /** Lines that were not taken. */
    public List<SeedLine.Result> notAdded() {
      return added == null
          ? List.of()
          : added.lines().stream().filter(line -> line.outcome() != SeedLine.Outcome.ADDED).limit(50).toList();
    }
  }

  /** What happened to it lately. */
  public record Past(List<Harvest> harvests, List<Change> changes) {
  }

  /** What it does not have, and what its next harvest will cost; null where its type is not offered any more. */
  public record Outlook(List<Gap> gaps, @Nullable Forecast forecast) {
  }

  /** The form that changes it. */
  public record Form(Offer offer, List<Credential> credentials, Map<String, String> given, boolean open) {
  }

  private final Frames frames;
  private final CatalogDesk desk;
  private final Catalog catalog;
  private final CollectionEndpoints collections;
  private final SeedEndpoints seeds;
  private final HarvestDesk harvests;

  CollectionPages(Frames frames, CatalogDesk desk, HarvestDesk harvests) {
    this.frames = frames;
    this.harvests = harvests;
    this.desk = desk;
    this.catalog = desk.catalog();
    this.collections = new CollectionEndpoints(desk);
    this.seeds = new SeedEndpoints(desk);
  }

  List<Endpoint> endpoints() {
    return List.of(Endpoint.page(GET, "/collections", Access.VIEWER, this::list),
        Endpoint.page(GET, "/collections/{id}", Access.VIEWER, request -> page(200, request, null)),
        act("run", this::run),
        act("on", (request, _) -> home(collections.on(request.caller(), request.path("id"), null).id())),
        act("off", (request, _) -> home(collections.off(request.caller(), request.path("id"), null).id())),
        act("finish", (request, _) -> home(collections.finish(request.caller(), request.path("id"), null).id())),
        act("reopen", (request, _) -> home(collections.reopen(request.caller(), request.path("id"), null).id())),
        act("change", this::change), act("seed", this::changeSeed),
        Endpoint.page(POST, "/collections/{id}/delete", Access.ADMIN,
            request -> Forms.handle(request, this::page, this::delete)),
        Endpoint.page(POST, "/collections/{id}/seeds", Access.EDITOR, this::addSeeds));
  }

  private Endpoint act(String verb, BiFunction<Request, Map<String, String>, String> work) {
    return Endpoint.page(POST, "/collections/{id}/" + verb, Access.EDITOR,
        request -> Forms.handle(request, this::page, work));
  }

  static String home(String id) {
    return "/collections/" + id;
  }

  private Answer list(Request request) {
    List<SetView> sets = desk.read(request.caller(), (reading, viewer) -> {
      Map<String, List<Line>> lines = catalog.collections()
          .list(reading, viewer, CollectionStore.Filter.ALL, MOST_COLLECTIONS, 0).stream()
          .map(collection -> new Line(collection, label(collection),
              catalog.harvests().list(reading, viewer, HarvestStore.Filter.ofCollection(collection.id()),
                  Long.MAX_VALUE, 1).stream().findFirst().orElse(null)))
          .collect(Collectors.groupingBy(line -> line.collection().setId()));
      return catalog.sets().list(reading, viewer, MOST_SETS, 0).stream()
          .map(set -> new SetView(set, lines.getOrDefault(set.id(), List.of()))).toList();
    });
    return frames.page(200, Area.COLLECTIONS, request, null, "collections",
        Map.of("sets", sets, "mayEdit", request.caller().access().includes(Access.EDITOR)));
  }

  private String label(Collection collection) {
    return catalog.types().find(collection.type()).map(offer -> offer.type().label()).orElse(collection.type());
  }

  private Answer page(int status, Request request, @Nullable String error) {
    return page(status, request, error, null);
  }

  private Answer page(int status, Request request, @Nullable String error, @Nullable BulkResult added) {
    Caller caller = request.caller();
    String id = request.path("id");
    CollectionEndpoints.Detail detail = collections.detail(caller, id);
    Optional<Offer> offer = catalog.types().find(detail.collection().harvestType());
    Outlook outlook = new Outlook(harvests.gaps(caller, id),
        offer.isPresent() ? harvests.forecast(caller, id) : null);
    Map<String, String> typed = error != null && request.address().endsWith("/change") ? request.form() : Map.of();
    View view = desk.read(caller, (reading, viewer) -> {
      Collection collection = catalog.collections().get(reading, viewer, id);
      boolean mayEdit = caller.access().includes(Access.EDITOR)
          && catalog.collections().mayEdit(reading, viewer, collection);
      List<Harvest> past = catalog.harvests().list(reading, viewer, HarvestStore.Filter.ofCollection(id),
          Long.MAX_VALUE, HARVESTS);
      return new View(detail,
          new Place(catalog.sets().get(reading, viewer, collection.setId()), label(collection), mayEdit,
              caller.access().includes(Access.ADMIN)),
          new Seeds(catalog.seeds().list(reading, viewer, id, null, SEEDS, 0), warnings(reading, viewer, past), added),
          new Past(past, catalog.history().ofCollection(reading, viewer, id, Long.MAX_VALUE, CHANGES)), outlook,
          mayEdit && detail.collection().isActive()
              ? offer.map(of -> form(of, detail, typed, credentials(reading, viewer, of))).orElse(null)
              : null);
    });
    return frames.page(status, Area.COLLECTIONS, request, error, "collection", Map.of("view", view));
  }

  /** What the newest harvest that was not skipped had to say of seeds, by seed. */
  private Map<String, String> warnings(Reading reading, Viewer viewer, List<Harvest> past) {
    Map<String, String> warnings = new HashMap<>();
    past.stream().filter(harvest -> harvest.state() != HarvestState.SKIPPED).findFirst()
        .ifPresent(harvest -> catalog.harvests().remarks(reading, viewer, harvest.id()).forEach(remark -> {
          if (remark.seedId() != null) {
            warnings.put(remark.seedId(), remark.message());
          }
        }));
    return warnings;
  }

  private List<Credential> credentials(Reading reading, Viewer viewer, Offer offer) {
    return catalog.credentials().list(reading, viewer).stream()
        .filter(credential -> credential.active() && credential.platform().equals(offer.platform())).toList();
  }

  private static Form form(Offer offer, CollectionEndpoints.Detail detail, Map<String, String> typed,
      List<Credential> credentials) {
    return new Form(offer, credentials,
        typed.isEmpty() ? CollectionForm.of(detail.collection(), offer.type()) : typed, !typed.isEmpty());
  }

  private String run(Request request, Map<String, String> form) {
    Requested requested = collections.run(request.caller(), request.path("id"));
    return "/harvests/" + requested.harvestId();
  }

  private String change(Request request, Map<String, String> form) {
    String id = request.path("id");
    collections.change(request.caller(), id,
        new CollectionChange(CollectionForm.plan(form, type(request.caller(), id)), Forms.text(form, "note")));
    return home(id);
  }

  private String delete(Request request, Map<String, String> form) {
    desk.deleteCollection(request.caller(), request.path("id"));
    return Area.COLLECTIONS.path();
  }

  private HarvestType type(Caller caller, String id) {
    return desk.read(caller, (reading, viewer) -> catalog.types()
        .require(catalog.collections().get(reading, viewer, id).type()).type());
  }

  private String changeSeed(Request request, Map<String, String> form) {
    Boolean active = Forms.map(Forms.text(form, "active"), Boolean::valueOf);
    seeds.change(request.caller(), Forms.required(form, "seed", "the seed"), new SeedChange(null, null, active, null));
    return home(request.path("id"));
  }

  /** Shows what became of every line, so it does not send the browser on. */
  private Answer addSeeds(Request request) {
    Map<String, String> form = request.form();
    try {
      Optional<String> text = Optional.ofNullable(Forms.text(form, "seeds"));
      BulkResult added = seeds.addAll(request.caller(), request.path("id"),
          new Bulk(text.orElseThrow(() -> Problem.bad("no seeds were given; paste one a line")), null, null));
      return page(200, request, null, added);
    } catch (Problem refused) {
      return page(refused.type().status(), request, refused.getMessage());
    }
  }
}
