package io.nuthatch.app.console;

import static io.nuthatch.app.http.Endpoint.Method.GET;

import io.nuthatch.app.Access;
import io.nuthatch.app.Problem;
import io.nuthatch.app.api.CatalogDesk;
import io.nuthatch.app.api.CredentialEndpoints;
import io.nuthatch.app.api.HarvestDesk;
import io.nuthatch.app.api.HarvestEndpoints;
import io.nuthatch.app.api.JobDesk;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Endpoint;
import io.nuthatch.app.http.Request;
import io.nuthatch.app.node.Node;
import io.nuthatch.app.security.AuditLog;
import io.nuthatch.app.security.Security;
import io.nuthatch.app.settings.Settings;
import io.nuthatch.database.Database;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The console: every page, in the frame all pages share. */
public final class Console {

  private static final int RECENT = 8;

  /** Where the pages ask. */
  public record Desks(JobDesk jobs, CatalogDesk catalog, HarvestDesk harvests) {
  }

  private final Settings settings;
  private final Security security;
  private final Database database;
  private final Desks desks;
  private final Frames frames;

  public Console(Settings settings, Security security, Node node, Database database, Desks desks) {
    this.desks = desks;
    this.settings = settings;
    this.security = security;
    this.database = database;
    this.frames = new Frames(node, security.gate());
  }

  public List<Endpoint> endpoints() {
    List<Endpoint> endpoints = new ArrayList<>();
    endpoints.addAll(new SignInPages(settings, security).endpoints());
    endpoints.addAll(new Assets().endpoints());
    endpoints.add(Endpoint.page(GET, Area.OVERVIEW.path(), Access.VIEWER, this::overview));
    endpoints.addAll(new AdminPages(frames, security, database, settings).endpoints());
    CatalogDesk catalog = desks.catalog;
    endpoints.addAll(new QueuePages(frames, desks.jobs, desks.harvests).endpoints());
    endpoints.addAll(new CollectionPages(frames, catalog, desks.harvests).endpoints());
    endpoints.addAll(new NewCollectionPages(frames, catalog).endpoints());
    endpoints.addAll(new HarvestPages(frames, new HarvestEndpoints(catalog), desks.harvests).endpoints());
    endpoints.addAll(new CredentialPages(frames, new CredentialEndpoints(catalog)).endpoints());
    endpoints.addAll(new GroupPages(frames, catalog).endpoints());
    for (Area area : Area.values()) {
      if (!area.purpose().isEmpty()) {
        endpoints.add(Endpoint.page(GET, area.path(), area.access(),
            request -> frames.page(200, area, request, null, "area", Map.of())));
      }
    }
    return endpoints;
  }

  /** The page for a request that was refused or failed. */
  public static Answer problem(Problem problem) {
    return Templates.page(problem.type().status(), "problem", Map.of("problem", problem));
  }

  private Answer overview(Request request) {
    List<AuditLog.Entry> recent = request.caller().access().includes(Access.ADMIN)
        ? database.read(reading -> security.audit().list(reading, Long.MAX_VALUE, RECENT))
        : List.of();
    return frames.page(200, Area.OVERVIEW, request, null, "overview", Map.of("recent", recent));
  }
}
