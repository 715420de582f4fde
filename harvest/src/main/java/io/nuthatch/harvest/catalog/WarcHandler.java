package io.nuthatch.harvest.catalog;

import io.nuthatch.database.Database;
import io.nuthatch.database.Transaction;
import io.nuthatch.harvest.catalog.Warc.Content;
import io.nuthatch.harvest.catalog.Warc.Fixity;
import io.nuthatch.model.Json;
import io.nuthatch.model.message.WarcCreated;
import io.nuthatch.queue.Message;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes news of finished files. One that is told again changes nothing; one of a harvest nobody asked for is ignored; one
 * that lies outside of the archive, or whose news make no sense, is refused for good.
 */
public final class WarcHandler {

  private static final Logger LOG = LoggerFactory.getLogger(WarcHandler.class);
  private static final int LONGEST_ID = 255;

  private final Database database;
  private final Catalog catalog;
  private final Predicate<String> inArchive;

  /**
   * A handler for one archive.
   *
   * @param inArchive whether a path is one below the archive's root
   */
  public WarcHandler(Database database, Catalog catalog, Predicate<String> inArchive) {
    this.database = database;
    this.catalog = catalog;
    this.inArchive = inArchive;
  }

  /** Whether the harvest is known here. */
  boolean take(Message message) {
    WarcCreated created = Json.read(message.body(), WarcCreated.class);
    check(created);
    return database.write(transaction -> apply(transaction, created));
  }

  private boolean apply(Transaction transaction, WarcCreated created) {
    Optional<Harvest> harvest = HarvestStore.find(transaction, created.harvest().id());
    if (harvest.isEmpty()) {
      LOG.warn("file {} of harvest {}, which is not known here, is ignored", created.warc().path(),
          created.harvest().id());
      return false;
    }
    WarcCreated.Warc file = created.warc();
    WarcStore.insert(transaction, new Warc(file.id(), harvest.get().id(), harvest.get().collectionId(),
        harvest.get().type(), file.path(), new Content(file.sha1().toLowerCase(Locale.ROOT), file.bytes()),
        file.dateCreated() == null ? catalog.clock().instant() : file.dateCreated(), Fixity.UNCHECKED));
    return true;
  }

  private void check(WarcCreated created) {
    WarcCreated.Warc file = created.warc();
    if (file == null || file.id() == null || file.id().isBlank() || file.id().length() > LONGEST_ID
        || file.path() == null || file.sha1() == null || !file.sha1().matches("[0-9a-fA-F]{40}") || file.bytes() < 0
        || created.harvest() == null || created.harvest().id() == null) {
      throw CatalogException.invalid("news of a file has its id, path, sha1 and bytes and the id of its harvest, not "
          + created);
    }
    if (!inArchive.test(file.path())) {
      throw CatalogException.invalid("file " + file.path() + " of harvest " + created.harvest().id()
          + " is not in the archive");
    }
  }
}
