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
import io.nuthatch.harvest.HarvestType;
import io.nuthatch.harvest.catalog.Catalog;
import io.nuthatch.harvest.catalog.CollectionSet;
import io.nuthatch.harvest.catalog.Credential;
import io.nuthatch.harvest.catalog.Group;
import io.nuthatch.harvest.catalog.HarvestTypes.Offer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A new collection in a minute: first what to harvest, then one form with all that type needs, where a set and a group
 * are made along the way by whoever has none.
 */
public final class NewCollectionPages {

  private static final int MOST_SETS = 500;

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

  /** Before the pages of single collections, since {@code new} would be taken for an id. */
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
    Choices choices = desk.read(request.caller(), (reading, viewer) -> new Choices(offer,
        catalog.sets().list(reading, viewer, MOST_SETS, 0), catalog.groups().list(reading, viewer),
        catalog.credentials().list(reading, viewer).stream()
            .filter(credential -> credential.active() && credential.platform().equals(offer.platform())).toList()));
    Map<String, String> given = error == null ? new HashMap<>() : request.form();
    return frames.page(status, Area.COLLECTIONS, request, error, "new-collection",
        Map.of("choices", choices, "given", given));
  }

  private String make(Request request, Map<String, String> form) {
    HarvestType type = catalog.types().find(request.path("type"))
        .orElseThrow(() -> Problem.notFound("type of harvest", request.path("type"))).type();
    Forms.required(form, "name", "the name");
    Made made = collections.make(request.caller(), new NewCollection(set(request, form), type.name(),
        CollectionForm.plan(form, type), form.get("seeds"), form.containsKey("on")));
    return CollectionPages.home(made.collection().collectionId());
  }

  /** The set that was chosen, or a new one, in the group that was chosen, or a new one. */
  private String set(Request request, Map<String, String> form) {
    String chosen = Forms.text(form, "set");
    String name = Forms.text(form, "new_set");
    if (name == null) {
      if (chosen == null) {
        throw Problem.bad("choose a collection set, or name a new one");
      }
      return chosen;
    }
    return desk.change(request.caller(), "set.create", null, (transaction, edit) -> {
      String group = Forms.text(form, "group");
      String groupId = group != null
          ? group
          : catalog.groups().list(transaction, edit.by()).stream().findFirst()
              .map(Group::id).orElseGet(() -> catalog.groups().create(transaction, edit.by(), name).id());
      return catalog.sets().create(transaction, edit, groupId, name, "");
    }, CollectionSet::id).id();
  }
}
