package io.nuthatch.harvest.catalog;

import io.nuthatch.database.Database;
import io.nuthatch.database.Transaction;
import io.nuthatch.harvest.catalog.Harvest.Figures;
import io.nuthatch.harvest.catalog.Harvest.Times;
import io.nuthatch.model.Json;
import io.nuthatch.model.message.HarvestStart;
import io.nuthatch.queue.Delivery;
import io.nuthatch.queue.MessageHandler;

/**
 * Takes note of the harvests of the web that harvesters ask for themselves, so that their statuses and files are known.
 * One without a parent that was asked for here is ignored.
 */
public final class WebHarvestHandler implements MessageHandler {

  private final Database database;
  private final Catalog catalog;

  public WebHarvestHandler(Database database, Catalog catalog) {
    this.database = database;
    this.catalog = catalog;
  }

  @Override
  public void handle(Delivery delivery) {
    HarvestStart start = Json.read(delivery.message().body(), HarvestStart.class);
    if (start.id() == null || start.id().isBlank() || start.type() == null) {
      throw CatalogException.invalid("a harvest has an id and a type");
    }
    database.run(transaction -> apply(transaction, start));
  }

  private void apply(Transaction transaction, HarvestStart start) {
    if (start.parentId() == null || HarvestStore.find(transaction, start.id()).isPresent()) {
      return;
    }
    HarvestStore.find(transaction, start.parentId()).ifPresent(parent -> HarvestStore.insert(transaction,
        new Harvest(0, start.id(), parent.collectionId(), parent.id(), start.type(), HarvestState.REQUESTED,
            Viewer.NODE.operator(), parent.changeId(),
            new Times(catalog.clock().instant(), null, null, null, null, null, null),
            new Figures(0, 0, null, null, null, null))));
  }
}
