package io.nuthatch.app.api;

import static io.nuthatch.app.http.Endpoint.Method.DELETE;
import static io.nuthatch.app.http.Endpoint.Method.GET;
import static io.nuthatch.app.http.Endpoint.Method.PATCH;
import static io.nuthatch.app.http.Endpoint.Method.POST;
import static io.nuthatch.app.http.Endpoint.Method.PUT;
import static io.nuthatch.app.http.Endpoint.doc;

import io.nuthatch.app.Access;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Endpoint;
import io.nuthatch.app.http.Request;
import io.nuthatch.harvest.catalog.Catalog;
import io.nuthatch.harvest.catalog.Group;
import java.util.List;

/** Groups: people who share collection sets. */
public final class GroupEndpoints {

  /** All groups that the caller sees. */
  public record GroupList(List<Group> groups) {
  }

  /** A group with its members. */
  public record GroupDetail(Group group, List<Group.Member> members) {
  }

  /** A group's name. */
  public record GroupName(String name) {
  }

  /** What a member may do. */
  public record MemberRole(Group.Role role) {
  }

  private final CatalogDesk desk;
  private final Catalog catalog;

  public GroupEndpoints(CatalogDesk desk) {
    this.desk = desk;
    this.catalog = desk.catalog();
  }

  public List<Endpoint> all() {
    return List.of(
        new Endpoint(GET, "/api/v1/groups", Access.VIEWER,
            doc("groups", "Groups you are in; for admins, all").answers(200, GroupList.class),
            request -> Answer.json(new GroupList(desk.read(request.caller(), catalog.groups()::list)))),
        new Endpoint(POST, "/api/v1/groups", Access.EDITOR,
            doc("groups", "Make a group; you are its first editor").body(GroupName.class).answers(201, Group.class),
            this::create),
        new Endpoint(GET, "/api/v1/groups/{id}", Access.VIEWER,
            doc("groups", "A group and its members").answers(200, GroupDetail.class), this::get),
        new Endpoint(PATCH, "/api/v1/groups/{id}", Access.EDITOR,
            doc("groups", "Rename a group").body(GroupName.class).answers(200, Group.class), this::rename),
        new Endpoint(DELETE, "/api/v1/groups/{id}", Access.EDITOR,
            doc("groups", "Remove a group that has no collection sets").answers(204, null), this::delete),
        new Endpoint(PUT, "/api/v1/groups/{id}/members/{operator}", Access.EDITOR,
            doc("groups", "Make an operator a reader or an editor of the group").body(MemberRole.class).answers(204,
                null),
            this::putMember),
        new Endpoint(DELETE, "/api/v1/groups/{id}/members/{operator}", Access.EDITOR,
            doc("groups", "Take an operator out of the group").answers(204, null), this::removeMember));
  }

  private Answer create(Request request) {
    String name = request.body(GroupName.class).name;
    return Answer.json(201, desk.change(request.caller(), "group.create", null,
        (transaction, edit) -> catalog.groups().create(transaction, edit.by(), name), Group::id));
  }

  private Answer get(Request request) {
    String id = request.path("id");
    return Answer.json(desk.read(request.caller(), (reading, viewer) -> new GroupDetail(
        catalog.groups().get(reading, viewer, id), catalog.groups().members(reading, viewer, id))));
  }

  private Answer rename(Request request) {
    String name = request.body(GroupName.class).name;
    return Answer.json(desk.change(request.caller(), "group.rename", null,
        (transaction, edit) -> catalog.groups().rename(transaction, edit.by(), request.path("id"), name), Group::id));
  }

  private Answer delete(Request request) {
    String id = request.path("id");
    desk.change(request.caller(), "group.delete", null, id,
        (transaction, edit) -> catalog.groups().delete(transaction, edit.by(), id));
    return Answer.nothing();
  }

  private Answer putMember(Request request) {
    String id = request.path("id");
    Group.Member member = new Group.Member(request.path("operator"), request.body(MemberRole.class).role);
    desk.change(request.caller(), "group.member", null, id,
        (transaction, edit) -> catalog.groups().put(transaction, edit.by(), id, member));
    return Answer.nothing();
  }

  private Answer removeMember(Request request) {
    String id = request.path("id");
    desk.change(request.caller(), "group.leave", null, id,
        (transaction, edit) -> catalog.groups().remove(transaction, edit.by(), id, request.path("operator")));
    return Answer.nothing();
  }
}
