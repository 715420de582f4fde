package io.nuthatch.app.console;

import static io.nuthatch.app.http.Endpoint.Method.GET;
import static io.nuthatch.app.http.Endpoint.Method.POST;

import io.nuthatch.app.Access;
import io.nuthatch.app.Problem;
import io.nuthatch.app.api.CatalogDesk;
import io.nuthatch.app.api.CollectionEndpoints;
import io.nuthatch.app.api.CollectionEndpoints.Made;
import io.nuthatch.app.api.CollectionEndpoints.NewCollection;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Endpoint;
import io.nuthatch.app.http.Request;
import io.nuthatch.app.security.Caller;
import io.nuthatch.database.Reading;
import io.nuthatch.database.Transaction;
import io.nuthatch.harvest.HarvestType;
import io.nuthatch.harvest.catalog.Catalog;
import io.nuthatch.harvest.catalog.CollectionSet;
import io.nuthatch.harvest.catalog.Credential;
import io.nuthatch.harvest.catalog.Edit;
import io.nuthatch.harvest.catalog.Group;
import io.nuthatch.harvest.catalog.HarvestTypes.Offer;
import io.nuthatch.harvest.catalog.SeedLine;
import io.nuthatch.harvest.catalog.Viewer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A new collection in a minute: first what to harvest, then one form with all that type needs, where a set and a group
 * are made along the way by whoever has none.
 */
public final class NewCollectionPages {

  private static final int MOST_SETS = 500;
  private static final int SEEDS_SAID = 20;

  /** What the form offers. */
  public record Choices(Offer offer, List<CollectionSet> sets, List<Group> groups, List<Credential> credentials) {
  }

  private final Frames frames;
  private final CatalogDesk desk;
  private final Catalog catalog;
  private final CollectionEndpoints collections;

  NewCollectionPages(Frames frames, CatalogDesk desk) {
    this.frames = frames;
    this.desk = desk;
    this.catalog = desk.catalog();
    this.collections = new CollectionEndpoints(desk);
  }

  List<Endpoint> endpoints() {
    return List.of(
        Endpoint.page(GET, "/new-collection", Access.EDITOR,
            request -> frames.page(200, Area.COLLECTIONS, request, null, "collection-types",
                Map.of("offers", catalog.types().all().stream().filter(offer -> !offer.off()).toList()))),
        Endpoint.page(GET, "/new-collection/{type}", Access.EDITOR,
            request -> form(200, request, null)),
        Endpoint.page(POST, "/new-collection/{type}", Access.EDITOR,
            request -> Forms.handle(request, this::form, this::make)));
  }

  /** The form again shows what was filled in, so that a refusal costs nobody their typing. */
  private Answer form(int status, Request request, @Nullable String error) {
    Offer offer = catalog.types().find(request.path("type"))
        .orElseThrow(() -> Problem.notFound("type of harvest", request.path("type")));
    Choices choices = desk.read(request.caller(), (reading, viewer) -> {
      List<Group> groups = editable(reading, viewer);
      Set<String> ids = groups.stream().map(Group::id).collect(Collectors.toSet());
      return new Choices(offer,
          catalog.sets().list(reading, viewer, MOST_SETS, 0).stream().filter(set -> ids.contains(set.groupId()))
              .toList(),
          groups, catalog.credentials().list(reading, viewer).stream()
              .filter(credential -> credential.active() && credential.platform().equals(offer.platform())).toList());
    });
    Map<String, String> given = error == null ? new HashMap<>() : request.form();
    return frames.page(status, Area.COLLECTIONS, request, error, "new-collection",
        Map.of("choices", choices, "given", given));
  }

  private String make(Request request, Map<String, String> form) {
    HarvestType type = catalog.types().find(request.path("type"))
        .orElseThrow(() -> Problem.notFound("type of harvest", request.path("type"))).type();
    Forms.required(form, "name", "the name");
    Made made = desk.change(request.caller(), "collection.create", null, (transaction, edit) -> {
      Made fresh = collections.make(transaction, edit, new NewCollection(set(request.caller(), transaction, edit, form),
          type.name(), CollectionForm.plan(form, type), form.get("seeds"), false));
      requireAllSeeds(fresh.seeds());
      if (form.containsKey("on")) {
        desk.requester().turnOn(transaction, edit, fresh.collection().collectionId());
      }
      return fresh;
    }, fresh -> fresh.collection().collectionId());
    return CollectionPages.home(made.collection().collectionId());
  }

  /** Whoever types seeds into the form still has it before them, so nothing is made before all of them are right. */
  private static void requireAllSeeds(List<SeedLine.Result> seeds) {
    List<String> refused = seeds.stream().filter(seed -> seed.outcome() == SeedLine.Outcome.REFUSED)
        .map(seed -> "line " + seed.line().number() + ": " + seed.reason()).toList();
    if (!refused.isEmpty()) {
      throw Problem.bad(refused.size() + " of the seeds cannot be taken. "
          + String.join(" ", refused.subList(0, Math.min(refused.size(), SEEDS_SAID))));
    }
  }

  /** The set that was chosen, or a new one, in the group that was chosen, or a new one. */
  private String set(Caller caller, Transaction transaction, Edit edit, Map<String, String> form) {
    String name = Forms.text(form, "new_set");
    if (name == null) {
      return Forms.required(form, "set", "a collection set (or the name of a new one)");
    }
    String chosen = Forms.text(form, "group");
    String group = chosen != null
        ? chosen
        : editable(transaction, edit.by()).stream().findFirst().map(Group::id).orElseGet(() -> {
          String made = catalog.groups().create(transaction, edit.by(), name).id();
          desk.note(transaction, caller, "group.create", made);
          return made;
        });
    String set = catalog.sets().create(transaction, edit, group, name, "").id();
    desk.note(transaction, caller, "set.create", set);
    return set;
  }

  /** Groups whose collections one may change. */
  private List<Group> editable(Reading reading, Viewer viewer) {
    Group.Member editor = new Group.Member(viewer.operator(), Group.Role.EDITOR);
    return catalog.groups().list(reading, viewer).stream()
        .filter(group -> viewer.admin() || catalog.groups().members(reading, viewer, group.id()).contains(editor))
        .toList();
  }
}
