package io.nuthatch.app.api;

import static io.nuthatch.app.http.Endpoint.Method.GET;
import static io.nuthatch.app.http.Endpoint.doc;

import io.nuthatch.app.Access;
import io.nuthatch.app.api.HarvestDesk.QuotaView;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Endpoint;
import io.nuthatch.harvest.catalog.CostForecast.Forecast;
import io.nuthatch.harvest.engine.Gap;
import java.util.ArrayList;
import java.util.List;

/** Everything about collecting: the endpoints of the catalogue, and what harvesters know of gaps and quotas. */
public final class CatalogEndpoints {

  /** What a collection does not have, newest first. */
  public record GapList(List<Gap> gaps) {
  }

  /** How quotas stand. */
  public record QuotaList(List<QuotaView> quotas) {
  }

  private final CatalogDesk desk;
  private final HarvestDesk harvests;

  public CatalogEndpoints(CatalogDesk desk, HarvestDesk harvests) {
    this.desk = desk;
    this.harvests = harvests;
  }

  public List<Endpoint> all() {
    List<Endpoint> all = new ArrayList<>();
    all.addAll(new GroupEndpoints(desk).all());
    all.addAll(new SetEndpoints(desk).all());
    all.addAll(new SfmEndpoints(desk).all());
    all.addAll(new CollectionEndpoints(desk).all());
    all.addAll(new SeedEndpoints(desk).all());
    all.addAll(new CredentialEndpoints(desk).all());
    all.addAll(new HarvestEndpoints(desk).all());
    all.add(new Endpoint(GET, "/api/v1/collections/{id}/forecast", Access.VIEWER,
        doc("collections", "What the next harvest will ask of the platform").answers(200, Forecast.class),
        request -> Answer.json(harvests.forecast(request.caller(), request.path("id")))));
    all.add(new Endpoint(GET, "/api/v1/collections/{id}/gaps", Access.VIEWER,
        doc("collections", "What the collection does not have, and why").answers(200, GapList.class),
        request -> Answer.json(new GapList(harvests.gaps(request.caller(), request.path("id"))))));
    all.add(new Endpoint(GET, "/api/v1/quotas", Access.EDITOR,
        doc("credentials", "What platforms still allow, by credential and family of calls").answers(200,
            QuotaList.class),
        request -> Answer.json(new QuotaList(harvests.quotas(request.caller())))));
    return all;
  }
}
