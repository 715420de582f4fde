package io.nuthatch.app.console;

import static io.nuthatch.app.http.Endpoint.Method.GET;
import static io.nuthatch.app.http.Endpoint.Method.POST;

import io.nuthatch.app.Access;
import io.nuthatch.app.api.HarvestDesk;
import io.nuthatch.app.api.JobDesk;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Endpoint;
import io.nuthatch.app.http.Request;
import io.nuthatch.queue.Counts;
import io.nuthatch.queue.JobState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The queue: how much waits where, how late it is, when it is due, and what failed; and what platforms still allow. */
public final class QueuePages {

  private static final int SHOWN = 20;

  /** One namespace with what is worth seeing of it. */
  public record Namespace(Counts counts, List<JobDesk.Due> due, List<JobDesk.ShownJob> buried) {

    /** How wide a bar is, of ten. */
    public int tenths(JobDesk.Due span) {
      long most = due.stream().mapToLong(JobDesk.Due::jobs).max().orElse(0);
      return most == 0 ? 0 : (int) Math.ceilDiv(10 * span.jobs(), most);
    }
  }

  private final Frames frames;
  private final JobDesk desk;
  private final HarvestDesk harvests;

  QueuePages(Frames frames, JobDesk desk, HarvestDesk harvests) {
    this.frames = frames;
    this.desk = desk;
    this.harvests = harvests;
  }

  List<Endpoint> endpoints() {
    return List.of(Endpoint.page(GET, Area.QUEUE.path(), Access.VIEWER, this::page),
        Endpoint.page(POST, "/queue/{namespace}/kick", Access.EDITOR, this::kick));
  }

  private Answer page(Request request) {
    List<Namespace> namespaces = new ArrayList<>();
    for (Counts counts : desk.counts()) {
      String name = counts.namespace();
      namespaces.add(new Namespace(counts, desk.due(name), desk.peek(name, JobState.BURIED, SHOWN)));
    }
    boolean mayKick = request.caller().access().includes(Access.EDITOR);
    return frames.page(200, Area.QUEUE, request, null, "queue", Map.of("namespaces", namespaces, "mayKick", mayKick,
        "quotas", mayKick ? harvests.quotas(request.caller()) : List.of()));
  }

  /** One job when the form names it, otherwise all that are buried. */
  private Answer kick(Request request) {
    String id = request.form().get("id");
    desk.kick(request.caller(), request.path("namespace"), id == null ? null : List.of(id));
    return Answer.redirect(Area.QUEUE.path());
  }
}
