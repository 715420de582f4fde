package io.nuthatch.harvest.catalog;

import io.nuthatch.database.Reading;
import io.nuthatch.database.Transaction;
import io.nuthatch.harvest.HarvestType.Option;
import io.nuthatch.harvest.catalog.Harvest.Level;
import io.nuthatch.harvest.catalog.Harvest.Remark;
import io.nuthatch.model.message.HarvestStatus;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What harvesters find out about seeds: names that changed, ids that were not known, accounts that are gone. */
final class SeedNews {

  private static final Pattern TROUBLE = Pattern.compile("(?:token|uid)_(not_found|suspended|unauthorized)");

  /** By which statuses of which harvest a seed was last told of. */
  private record Told(@Nullable String harvestId, @Nullable Long token, @Nullable Long uid) {
  }

  private final Catalog catalog;

  SeedNews(Catalog catalog) {
    this.catalog = catalog;
  }

  /** Applies what a status tells of tokens and uids, unless a newer one has told otherwise. */
  void apply(Transaction transaction, Harvest harvest, HarvestStatus status) {
    Set<String> seeds = new TreeSet<>(status.tokenUpdates().keySet());
    seeds.addAll(status.uids().keySet());
    for (String id : seeds) {
      SeedStore.find(transaction, harvest.collectionId(), id).ifPresent(seed -> apply(transaction, harvest, status,
          seed));
    }
  }

  private void apply(Transaction transaction, Harvest harvest, HarvestStatus status, Seed seed) {
    Told told = told(transaction, seed.id());
    if (!harvest.id().equals(told.harvestId)) {
      if (isOfANewerHarvest(transaction, told, harvest)) {
        return;
      }
      told = new Told(harvest.id(), null, null);
    }
    Long number = status.sequence();
    String token = StatusPolicy.isNews(told.token, number) ? Words.orNull(status.tokenUpdates().get(seed.id())) : null;
    String uid = StatusPolicy.isNews(told.uid, number) ? Words.orNull(status.uids().get(seed.id())) : null;
    transaction.update("UPDATE seeds SET told_harvest = ?, told_token = ?, told_uid = ? WHERE id = ?", harvest.id(),
        token == null ? told.token : number, uid == null ? told.uid : number, seed.id());
    Seed after = seed.with(token == null ? seed.token() : token, uid == null ? seed.uid() : uid);
    if (after.equals(seed)) {
      return;
    }
    if (isTaken(transaction, after)) {
      HarvestStore.remark(transaction, harvest.id(), new Remark(Level.INFO, "seed_not_updated", "another seed has the"
          + " token " + after.token() + " and the uid " + after.uid() + " already", seed.id()), 0);
      return;
    }
    String note = token == null || token.equals(seed.token())
        ? "Changed uid"
        : uid == null || uid.equals(seed.uid())
            ? "Changed token"
            : "Changed token and uid";
    catalog.seeds().save(transaction, Edit.byHarvest(harvest.id(), note + " as the harvester found it"), seed, after);
  }

  /** Takes seeds out whose account is gone, if the collection wants that. */
  void deactivate(Transaction transaction, Harvest harvest, Collection collection, List<Remark> remarks) {
    for (Remark remark : remarks) {
      Matcher trouble = TROUBLE.matcher(remark.code());
      if (remark.seedId() != null && trouble.matches()
          && isOn(collection, "deactivate_" + trouble.group(1) + "_seeds")) {
        SeedStore.find(transaction, harvest.collectionId(), remark.seedId()).filter(Seed::active)
            .ifPresent(seed -> catalog.seeds().save(transaction,
                Edit.byHarvest(harvest.id(), "Deactivated: " + remark.code()), seed, seed.with(false)));
      }
    }
  }

  private boolean isOn(Collection collection, String option) {
    JsonNode chosen = collection.plan().options().get(option);
    if (chosen != null) {
      return chosen.asBoolean(false);
    }
    Optional<Option> standard = catalog.types().find(collection.type())
        .flatMap(offer -> offer.type().options().stream().filter(o -> o.name().equals(option)).findFirst());
    return standard.map(o -> o.standard().asBoolean(false)).orElse(false);
  }

  private static Told told(Reading reading, String seedId) {
    return reading.first("SELECT told_harvest, told_token, told_uid FROM seeds WHERE id = ?",
        row -> new Told(row.textOrNull("told_harvest"), row.isNull("told_token") ? null : row.integer("told_token"),
            row.isNull("told_uid") ? null : row.integer("told_uid")),
        seedId).orElseThrow();
  }

  private static boolean isOfANewerHarvest(Reading reading, Told told, Harvest harvest) {
    return told.harvestId != null && HarvestStore.find(reading, told.harvestId)
        .filter(other -> other.number() > harvest.number()).isPresent();
  }

  private static boolean isTaken(Reading reading, Seed seed) {
    return reading.number("SELECT count(*) FROM seeds WHERE collection_id = ? AND token_key = ? AND uid_key = ?"
        + " AND id <> ?", seed.collectionId(), Words.key(seed.token()), Words.key(seed.uid()), seed.id()) > 0;
  }
}
