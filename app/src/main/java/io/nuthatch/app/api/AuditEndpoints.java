package io.nuthatch.app.api;

import static io.nuthatch.app.http.Endpoint.Method.GET;
import static io.nuthatch.app.http.Endpoint.listDoc;

import io.nuthatch.app.Access;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Cursor;
import io.nuthatch.app.http.Endpoint;
import io.nuthatch.app.http.Request;
import io.nuthatch.app.security.AuditLog;
import io.nuthatch.database.Database;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who changed what, when. */
public final class AuditEndpoints {

  /** A page of changes. */
  public record AuditList(List<AuditLog.Entry> entries, @Nullable String nextCursor) {
  }

  private final Database database;
  private final AuditLog audit;

  public AuditEndpoints(Database database, AuditLog audit) {
    this.database = database;
    this.audit = audit;
  }

  public List<Endpoint> all() {
    return List.of(new Endpoint(GET, "/api/v1/audit", Access.ADMIN,
        listDoc("audit", "Every change, newest first", AuditList.class), this::list));
  }

  private Answer list(Request request) {
    int limit = request.limit();
    long before = request.cursor(Long.MAX_VALUE);
    List<AuditLog.Entry> page = database.read(reading -> audit.list(reading, before, limit));
    return Answer.json(new AuditList(page, Cursor.after(page, limit, entry -> Long.toString(entry.id()))));
  }
}
