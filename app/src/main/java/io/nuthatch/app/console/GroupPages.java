package io.nuthatch.app.console;

import static io.nuthatch.app.http.Endpoint.Method.GET;
import static io.nuthatch.app.http.Endpoint.Method.POST;

import io.nuthatch.app.Access;
import io.nuthatch.app.api.CatalogDesk;
import io.nuthatch.app.api.GroupEndpoints.GroupDetail;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Endpoint;
import io.nuthatch.app.http.Request;
import io.nuthatch.harvest.catalog.Group;
import io.nuthatch.harvest.catalog.GroupStore;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Groups and who is in them. */
final class GroupPages {

  private final Frames frames;
  private final CatalogDesk desk;
  private final GroupStore groups;

  GroupPages(Frames frames, CatalogDesk desk) {
    this.frames = frames;
    this.desk = desk;
    this.groups = desk.catalog().groups();
  }

  List<Endpoint> endpoints() {
    return List.of(Endpoint.page(GET, "/groups", Access.VIEWER, request -> page(200, request, null)),
        Endpoint.page(POST, "/groups", Access.EDITOR, request -> Forms.handle(request, this::page, this::add)),
        Endpoint.page(POST, "/groups/{id}/members", Access.EDITOR,
            request -> Forms.handle(request, this::page, this::putMember)),
        Endpoint.page(POST, "/groups/{id}/members/{operator}/remove", Access.EDITOR,
            request -> Forms.handle(request, this::page, this::removeMember)));
  }

  private Answer page(int status, Request request, @Nullable String error) {
    List<GroupDetail> all = desk.read(request.caller(), (reading, viewer) -> groups.list(reading, viewer).stream()
        .map(group -> new GroupDetail(group, groups.members(reading, viewer, group.id()))).toList());
    return frames.page(status, Area.GROUPS, request, error, "groups", Map.of("groups", all));
  }

  private String add(Request request, Map<String, String> form) {
    String name = Forms.required(form, "name", "the name");
    desk.change(request.caller(), "group.create", null,
        (transaction, edit) -> groups.create(transaction, edit.by(), name), Group::id);
    return "/groups";
  }

  private String putMember(Request request, Map<String, String> form) {
    Group.Role role = "editor".equals(form.get("role")) ? Group.Role.EDITOR : Group.Role.READER;
    Group.Member member = new Group.Member(Forms.required(form, "operator", "the operator"), role);
    String id = request.path("id");
    desk.change(request.caller(), "group.member", null, id,
        (transaction, edit) -> groups.put(transaction, edit.by(), id, member));
    return "/groups";
  }

  private String removeMember(Request request, Map<String, String> form) {
    String id = request.path("id");
    desk.change(request.caller(), "group.leave", null, id,
        (transaction, edit) -> groups.remove(transaction, edit.by(), id, request.path("operator")));
    return "/groups";
  }
}
