package io.nuthatch.app.console;

import static io.nuthatch.app.http.Endpoint.Method.GET;
import static io.nuthatch.app.http.Endpoint.Method.POST;

import io.nuthatch.app.Access;
import io.nuthatch.app.api.HarvestDesk;
import io.nuthatch.app.api.HarvestEndpoints;
import io.nuthatch.app.api.HarvestEndpoints.HarvestDetail;
import io.nuthatch.app.api.HarvestEndpoints.HarvestList;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Endpoint;
import io.nuthatch.app.http.Request;
import io.nuthatch.harvest.catalog.HarvestStore;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Harvests: all of them, newest first, and one as it runs. */
final class HarvestPages {

  private static final int PAGE = 50;

  private final Frames frames;
  private final HarvestEndpoints harvests;
  private final HarvestDesk desk;

  HarvestPages(Frames frames, HarvestEndpoints harvests, HarvestDesk desk) {
    this.frames = frames;
    this.desk = desk;
    this.harvests = harvests;
  }

  List<Endpoint> endpoints() {
    return List.of(Endpoint.page(GET, "/harvests", Access.VIEWER, this::list),
        Endpoint.page(GET, "/harvests/{id}", Access.VIEWER, request -> page(200, request, null)),
        Endpoint.page(POST, "/harvests/{id}/stop", Access.EDITOR,
            request -> Forms.handle(request, this::page, this::stop)),
        Endpoint.page(POST, "/harvests/{id}/void", Access.EDITOR,
            request -> Forms.handle(request, this::page, this::giveUp)));
  }

  private Answer list(Request request) {
    boolean open = request.query("open").isPresent();
    String collection = request.query("collection").orElse(null);
    HarvestList page = harvests.list(request.caller(), new HarvestStore.Filter(collection, null, null, open),
        request.cursor(Long.MAX_VALUE), PAGE);
    Map<String, @Nullable Object> values = new HashMap<>();
    values.put("harvests", page.harvests());
    values.put("next", page.nextCursor() == null
        ? null
        : "/harvests?cursor=" + page.nextCursor() + (open ? "&open" : "")
            + (collection == null ? "" : "&collection=" + URLEncoder.encode(collection, StandardCharsets.UTF_8)));
    values.put("open", open);
    return frames.page(200, Area.HARVESTS, request, null, "harvests", values);
  }

  private Answer page(int status, Request request, @Nullable String error) {
    HarvestDetail detail = harvests.detail(request.caller(), request.path("id"));
    return frames.page(status, Area.HARVESTS, request, error, "harvest",
        Map.of("detail", detail, "gaps", desk.gaps(request.caller(), detail.harvest())));
  }

  private String stop(Request request, Map<String, String> form) {
    return "/harvests/" + harvests.stop(request.caller(), request.path("id"), Forms.text(form, "note")).id();
  }

  private String giveUp(Request request, Map<String, String> form) {
    return "/harvests/" + harvests.giveUp(request.caller(), request.path("id"), Forms.text(form, "note")).id();
  }
}
