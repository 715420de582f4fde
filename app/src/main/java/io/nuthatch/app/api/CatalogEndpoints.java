package io.nuthatch.app.api;

import static io.nuthatch.app.http.Endpoint.Method.GET;
import static io.nuthatch.app.http.Endpoint.doc;

import io.nuthatch.app.Access;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Endpoint;
import io.nuthatch.app.http.Request;
import io.nuthatch.harvest.catalog.CostForecast;
import io.nuthatch.harvest.catalog.CostForecast.Forecast;
import io.nuthatch.harvest.engine.Gap;
import io.nuthatch.harvest.engine.HarvestWatch;
import io.nuthatch.harvest.quota.CredentialPool;
import io.nuthatch.harvest.quota.QuotaFigures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Everything about collecting: the endpoints of the catalogue, and what harvesters know of gaps and quotas. */
public final class CatalogEndpoints {

  /** How long a window lasts where a platform does not say: the one Twitter has. */
  private static final Duration WINDOW = Duration.ofMinutes(15);

  /** What a collection does not have, newest first. */
  public record GapList(List<Gap> gaps) {
  }

  /** How quotas stand. */
  public record QuotaList(List<QuotaFigures> quotas) {
  }

  private final CatalogDesk desk;
  private final HarvestWatch watch;
  private final CredentialPool pool;
  private final CostForecast forecast;

  public CatalogEndpoints(CatalogDesk desk, HarvestWatch watch, CredentialPool pool) {
    this.desk = desk;
    this.watch = watch;
    this.pool = pool;
    this.forecast = new CostForecast(desk.catalog(), this::limit);
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
        this::forecast));
    all.add(new Endpoint(GET, "/api/v1/collections/{id}/gaps", Access.VIEWER,
        doc("collections", "What the collection does not have, and why").answers(200, GapList.class), this::gaps));
    all.add(new Endpoint(GET, "/api/v1/quotas", Access.EDITOR,
        doc("credentials", "What platforms still allow, by credential and family of calls").answers(200,
            QuotaList.class),
        _ -> Answer.json(new QuotaList(pool.snapshot()))));
    return all;
  }

  private Answer forecast(Request request) {
    return Answer.json(desk.read(request.caller(),
        (reading, viewer) -> forecast.of(reading, viewer, request.path("id"))));
  }

  private Answer gaps(Request request) {
    String id = request.path("id");
    desk.read(request.caller(), (reading, viewer) -> desk.catalog().collections().get(reading, viewer, id));
    return Answer.json(new GapList(watch.gaps(id)));
  }

  /** What is known from the platform's own answers. */
  private Optional<CostForecast.Limit> limit(String platform, String family) {
    return pool.snapshot().stream().filter(quota -> quota.family().equals(family) && quota.limit() > 0)
        .map(quota -> new CostForecast.Limit(quota.limit(), WINDOW)).findFirst();
  }
}
