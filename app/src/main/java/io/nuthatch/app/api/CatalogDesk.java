package io.nuthatch.app.api;

import io.nuthatch.app.Access;
import io.nuthatch.app.Problem;
import io.nuthatch.app.security.AuditLog;
import io.nuthatch.app.security.Caller;
import io.nuthatch.database.Database;
import io.nuthatch.database.Reading;
import io.nuthatch.database.Transaction;
import io.nuthatch.harvest.catalog.Catalog;
import io.nuthatch.harvest.catalog.CatalogException;
import io.nuthatch.harvest.catalog.Edit;
import io.nuthatch.harvest.catalog.HarvestRequester;
import io.nuthatch.harvest.catalog.Viewer;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Where people's wishes reach the catalogue: each is one reading or one transaction as the person who asks, a change is
 * audited in its own transaction, and what the catalogue refuses becomes the problem that person is told.
 */
public final class CatalogDesk {

  private final Database database;
  private final Catalog catalog;
  private final HarvestRequester requester;
  private final AuditLog audit;
  private final Runnable sweep;

  /**
   * A desk.
   *
   * @param sweep removes the files of collections that were deleted
   */
  public CatalogDesk(Database database, Catalog catalog, HarvestRequester requester, AuditLog audit, Runnable sweep) {
    this.database = database;
    this.catalog = catalog;
    this.requester = requester;
    this.audit = audit;
    this.sweep = sweep;
  }

  public Catalog catalog() {
    return catalog;
  }

  public HarvestRequester requester() {
    return requester;
  }

  public <T> T read(Caller caller, BiFunction<? super Reading, ? super Viewer, ? extends T> work) {
    try {
      return database.<T>read(reading -> work.apply(reading, viewer(caller)));
    } catch (CatalogException e) {
      throw problem(e);
    }
  }

  /**
   * Makes a change.
   *
   * @param action noun and verb, for the audit
   * @param subject what was changed, told from what the change returns
   */
  public <T> T change(Caller caller, String action, @Nullable String note,
      BiFunction<? super Transaction, ? super Edit, ? extends T> work, Function<? super T, String> subject) {
    Edit edit = Edit.by(viewer(caller), note == null ? "" : note);
    try {
      return database.<T>write(transaction -> {
        T result = work.apply(transaction, edit);
        audit.note(transaction, caller, action, subject.apply(result),
            note == null || note.isBlank() ? Map.of() : Map.of("note", note));
        return result;
      });
    } catch (CatalogException e) {
      throw problem(e);
    }
  }

  /** Audits something that is done along with a change. */
  public void note(Transaction transaction, Caller caller, String action, String subject) {
    audit.note(transaction, caller, action, subject, Map.of());
  }

  /** As {@link #change}, for changes that return nothing. */
  public void change(Caller caller, String action, @Nullable String note, String subject,
      BiConsumer<? super Transaction, ? super Edit> work) {
    change(caller, action, note, (transaction, edit) -> {
      work.accept(transaction, edit);
      return subject;
    }, Function.identity());
  }

  /** Deletes a collection and its files. */
  public void deleteCollection(Caller caller, String id) {
    change(caller, "collection.delete", null, id,
        (transaction, edit) -> catalog.collections().delete(transaction, edit, id));
    sweep.run();
  }

  /**
   * Whom the catalogue sees. A token of no operator is a member of no group, whatever its label is; commands on this
   * machine and admins see everything.
   */
  public static Viewer viewer(Caller caller) {
    String operator = caller.operator();
    String name = operator != null
        ? operator
        : caller.via() == Caller.Via.TOKEN || caller.via() == Caller.Via.SESSION
            ? "token:" + caller.name()
            : caller.name();
    return caller.access().includes(Access.ADMIN) ? Viewer.admin(name) : Viewer.operator(name);
  }

  private static Problem problem(CatalogException e) {
    Problem.Type type = switch (e.reason()) {
      case INVALID -> Problem.Type.BAD_REQUEST;
      case NOT_FOUND -> Problem.Type.NOT_FOUND;
      case FORBIDDEN -> Problem.Type.FORBIDDEN;
      case CONFLICT -> Problem.Type.CONFLICT;
    };
    return Problem.of(type, String.valueOf(e.getMessage()), e);
  }
}
