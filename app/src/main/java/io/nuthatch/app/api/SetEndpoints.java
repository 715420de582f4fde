package io.nuthatch.app.api;

import static io.nuthatch.app.http.Endpoint.Method.DELETE;
import static io.nuthatch.app.http.Endpoint.Method.GET;
import static io.nuthatch.app.http.Endpoint.Method.PATCH;
import static io.nuthatch.app.http.Endpoint.Method.POST;
import static io.nuthatch.app.http.Endpoint.doc;

import io.nuthatch.app.Access;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Cursor;
import io.nuthatch.app.http.Endpoint;
import io.nuthatch.app.http.Request;
import io.nuthatch.harvest.catalog.Catalog;
import io.nuthatch.harvest.catalog.Change;
import io.nuthatch.harvest.catalog.CollectionSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Collection sets: collections that belong together, in the hands of one group. */
public final class SetEndpoints {

  /** Some of the sets, by name. */
  public record SetList(List<CollectionSet> sets) {
  }

  /** A set to make. */
  public record NewSet(String groupId, String name, @Nullable String description) {
  }

  /** What to change; null leaves a thing as it is. */
  public record SetChange(@Nullable String groupId, @Nullable String name, @Nullable String description,
      @Nullable String note) {
  }

  /** Changes, newest first. */
  public record ChangeList(List<Change> changes, @Nullable String nextCursor) {

    static ChangeList of(List<Change> page, int limit) {
      return new ChangeList(page, Cursor.after(page, limit, change -> Long.toString(change.id())));
    }
  }

  private final CatalogDesk desk;
  private final Catalog catalog;

  public SetEndpoints(CatalogDesk desk) {
    this.desk = desk;
    this.catalog = desk.catalog();
  }

  public List<Endpoint> all() {
    return List.of(
        new Endpoint(GET, "/api/v1/collection-sets", Access.VIEWER,
            Offsets.doc("collections", "Collection sets, by name").answers(200, SetList.class),
            request -> Answer.json(new SetList(desk.read(request.caller(), (reading, viewer) -> catalog.sets()
                .list(reading, viewer, request.limit(), Offsets.offset(request)))))),
        new Endpoint(POST, "/api/v1/collection-sets", Access.EDITOR,
            doc("collections", "Make a collection set").body(NewSet.class).answers(201, CollectionSet.class),
            this::create),
        new Endpoint(GET, "/api/v1/collection-sets/{id}", Access.VIEWER,
            doc("collections", "One collection set").answers(200, CollectionSet.class),
            request -> Answer.json(desk.read(request.caller(),
                (reading, viewer) -> catalog.sets().get(reading, viewer, request.path("id"))))),
        new Endpoint(PATCH, "/api/v1/collection-sets/{id}", Access.EDITOR,
            doc("collections", "Change a collection set").body(SetChange.class).answers(200, CollectionSet.class),
            this::change),
        new Endpoint(DELETE, "/api/v1/collection-sets/{id}", Access.EDITOR,
            doc("collections", "Remove a collection set that has no collections").answers(204, null), this::delete),
        new Endpoint(GET, "/api/v1/collection-sets/{id}/history", Access.VIEWER,
            Endpoint.listDoc("collections", "Who changed what of a collection set", ChangeList.class),
            this::history));
  }

  private Answer create(Request request) {
    NewSet asked = request.body(NewSet.class);
    return Answer.json(201, desk.change(request.caller(), "set.create", null, (transaction, edit) -> catalog.sets()
        .create(transaction, edit, asked.groupId, asked.name, Objects.requireNonNullElse(asked.description, "")),
        CollectionSet::id));
  }

  private Answer change(Request request) {
    SetChange asked = request.body(SetChange.class);
    return Answer.json(desk.change(request.caller(), "set.change", asked.note, (transaction, edit) -> {
      CollectionSet before = catalog.sets().get(transaction, edit.by(), request.path("id"));
      return catalog.sets().change(transaction, edit, before.id(),
          Objects.requireNonNullElse(asked.groupId, before.groupId()),
          Objects.requireNonNullElse(asked.name, before.name()),
          Objects.requireNonNullElse(asked.description, before.description()));
    }, CollectionSet::id));
  }

  private Answer delete(Request request) {
    String id = request.path("id");
    desk.change(request.caller(), "set.delete", null, id,
        (transaction, edit) -> catalog.sets().delete(transaction, edit, id));
    return Answer.nothing();
  }

  private Answer history(Request request) {
    int limit = request.limit();
    return Answer.json(ChangeList.of(desk.read(request.caller(), (reading, viewer) -> catalog.sets().history(reading,
        viewer, request.path("id"), request.cursor(Long.MAX_VALUE), limit)), limit));
  }
}
