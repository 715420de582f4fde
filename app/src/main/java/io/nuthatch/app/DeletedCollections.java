package io.nuthatch.app;

import io.nuthatch.app.security.AuditLog;
import io.nuthatch.app.security.Caller;
import io.nuthatch.archive.Archive;
import io.nuthatch.database.Database;
import io.nuthatch.harvest.catalog.CollectionStore;
import io.nuthatch.harvest.catalog.CollectionStore.Removal;
import io.nuthatch.model.NuthatchException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the files of collections that were deleted, then the last of their rows. A collection is hidden from the moment
 * it is deleted and is forgotten only when its directory is gone, so a crash in between leaves work for the next sweep
 * and nothing else. Symbolic links are removed, not followed.
 */
final class DeletedCollections {

  private static final Logger LOG = LoggerFactory.getLogger(DeletedCollections.class);

  private final Database database;
  private final CollectionStore collections;
  private final Archive archive;
  private final AuditLog audit;

  DeletedCollections(Database database, CollectionStore collections, Archive archive, AuditLog audit) {
    this.database = database;
    this.collections = collections;
    this.archive = archive;
    this.audit = audit;
  }

  /** What cannot be removed now is left for the next time, and said in the log. */
  synchronized void sweep() {
    for (Removal removal : database.read(collections::deleted)) {
      try {
        Path directory = archive.collection(removal.homeSetId(), removal.collectionId());
        removeTree(directory);
        removeIfEmpty(Objects.requireNonNull(directory.getParent()));
        database.run(transaction -> {
          collections.forget(transaction, removal.collectionId());
          audit.note(transaction, Caller.NODE, "collection.files-removed", removal.collectionId(),
              Map.of("warcs", removal.warcPaths().size()));
        });
      } catch (IOException | NuthatchException e) {
        LOG.warn("files of the deleted collection {} are left for the next sweep: {}", removal.collectionId(),
            e.toString());
      }
    }
  }

  private static void removeTree(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return;
    }
    Files.walkFileTree(directory, new SimpleFileVisitor<>() {
      @Override
      public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        Files.deleteIfExists(file);
        return FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
        if (failure instanceof NoSuchFileException) {
          return FileVisitResult.CONTINUE; // another node sweeps too
        }
        throw failure;
      }

      @Override
      public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
        if (failure != null) {
          throw failure;
        }
        Files.deleteIfExists(visited);
        return FileVisitResult.CONTINUE;
      }
    });
  }

  private static void removeIfEmpty(Path directory) throws IOException {
    try {
      Files.deleteIfExists(directory);
    } catch (DirectoryNotEmptyException e) {
      LOG.debug("{} has other collections", directory);
    }
  }
}
