package io.nuthatch.app.api;

import io.nuthatch.app.Access;
import io.nuthatch.app.security.Caller;
import io.nuthatch.harvest.catalog.Collection;
import io.nuthatch.harvest.catalog.CostForecast;
import io.nuthatch.harvest.catalog.CostForecast.Forecast;
import io.nuthatch.harvest.catalog.CostForecast.Limit;
import io.nuthatch.harvest.catalog.Credential;
import io.nuthatch.harvest.catalog.Harvest;
import io.nuthatch.harvest.engine.Gap;
import io.nuthatch.harvest.engine.HarvestWatch;
import io.nuthatch.harvest.quota.CredentialPool;
import io.nuthatch.harvest.quota.QuotaFigures;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What harvesters know and people ask for: what is missing, what the next harvest will cost, what platforms still allow.
 * Everybody is told of what they may see in the catalogue only.
 */
public final class HarvestDesk {

  /** How long a window lasts where a platform tells its limit and not that: the one Twitter has. */
  private static final Duration WINDOW = Duration.ofMinutes(15);

  /**
   * How a quota stands.
   *
   * @param name of the credential; null for one that came with a message and is not in the catalogue
   */
  public record QuotaView(@Nullable String name, @Nullable String platform, QuotaFigures quota) {
  }

  private final CatalogDesk desk;
  private final HarvestWatch watch;
  private final CredentialPool pool;

  public HarvestDesk(CatalogDesk desk, HarvestWatch watch, CredentialPool pool) {
    this.desk = desk;
    this.watch = watch;
    this.pool = pool;
  }

  /** What a collection does not have, newest first; what was filled since is among it. */
  public List<Gap> gaps(Caller caller, String collection) {
    desk.read(caller, (reading, viewer) -> desk.catalog().collections().get(reading, viewer, collection));
    return watch.gaps(collection);
  }

  /** What a harvest had to leave, and those gaps that are its own because it was not to go on from others. */
  public List<Gap> gaps(Caller caller, Harvest harvest) {
    return Stream
        .concat(gaps(caller, harvest.collectionId()).stream().filter(gap -> gap.harvest().equals(harvest.id())),
            watch.gaps("harvest:" + harvest.id()).stream())
        .toList();
  }

  /** What the next harvest of a collection will ask of its platform. */
  public Forecast forecast(Caller caller, String collection) {
    List<QuotaFigures> quotas = pool.snapshot();
    return desk.read(caller, (reading, viewer) -> {
      Collection found = desk.catalog().collections().get(reading, viewer, collection);
      String credential = found.plan().credentialId();
      return new CostForecast(desk.catalog(), (_, family) -> limit(quotas, credential, family)).of(reading, viewer,
          collection);
    });
  }

  /** What is known from the platform's own answers. */
  private static Optional<Limit> limit(List<QuotaFigures> quotas, @Nullable String credential, String family) {
    return quotas.stream().filter(quota -> quota.credential().equals(credential) && quota.family().equals(family)
        && quota.limit() > 0).map(quota -> new Limit(quota.limit(), WINDOW)).findFirst();
  }

  /** Of the credentials one may use; admins see those too that are in no catalogue. */
  public List<QuotaView> quotas(Caller caller) {
    Map<String, Credential> known = desk.read(caller, (reading, viewer) -> desk.catalog().credentials()
        .list(reading, viewer).stream().collect(Collectors.toMap(Credential::id, Function.identity())));
    boolean all = caller.access().includes(Access.ADMIN);
    return pool.snapshot().stream().filter(quota -> all || known.containsKey(quota.credential())).map(quota -> {
      Credential credential = known.get(quota.credential());
      return credential == null
          ? new QuotaView(null, null, quota)
          : new QuotaView(credential.name(), credential.platform(), quota);
    }).toList();
  }
}
