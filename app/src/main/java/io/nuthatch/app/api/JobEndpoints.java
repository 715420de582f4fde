package io.nuthatch.app.api;

import static io.nuthatch.app.http.Endpoint.Method.DELETE;
import static io.nuthatch.app.http.Endpoint.Method.GET;
import static io.nuthatch.app.http.Endpoint.Method.POST;
import static io.nuthatch.app.http.Endpoint.doc;

import io.nuthatch.app.Access;
import io.nuthatch.app.Problem;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Endpoint;
import io.nuthatch.app.http.Request;
import io.nuthatch.queue.Counts;
import io.nuthatch.queue.JobState;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The jobs that wait, run and failed. */
public final class JobEndpoints {

  /** Every namespace. */
  public record NamespaceList(List<Counts> namespaces) {
  }

  /** The first jobs in a state. */
  public record JobList(List<JobDesk.ShownJob> jobs) {
  }

  /** When jobs are due. */
  public record DueList(List<JobDesk.Due> due) {
  }

  /** Which buried jobs to make due again; without ids, all. */
  public record Kick(@Nullable List<String> ids) {
  }

  /** How many jobs a change touched. */
  public record Touched(long jobs) {
  }

  private final JobDesk desk;

  public JobEndpoints(JobDesk desk) {
    this.desk = desk;
  }

  public List<Endpoint> all() {
    return List.of(
        new Endpoint(GET, "/api/v1/queue", Access.VIEWER,
            doc("queue", "Jobs by namespace and state, and how late they are").answers(200, NamespaceList.class),
            request -> Answer.json(new NamespaceList(desk.counts()))),
        new Endpoint(GET, "/api/v1/queue/{namespace}/jobs", Access.VIEWER,
            doc("queue", "The first jobs in a state").query("state", "waiting (the default), leased or buried")
                .query("limit", "how many at most").answers(200, JobList.class),
            request -> Answer.json(new JobList(desk.peek(request.path("namespace"), state(request), request.limit())))),
        new Endpoint(GET, "/api/v1/queue/{namespace}/due", Access.VIEWER,
            doc("queue", "How many jobs are due when").answers(200, DueList.class),
            request -> Answer.json(new DueList(desk.due(request.path("namespace"))))),
        new Endpoint(POST, "/api/v1/queue/{namespace}/kick", Access.EDITOR,
            doc("queue", "Make buried jobs due again").body(Kick.class).answers(200, Touched.class),
            request -> Answer.json(new Touched(
                desk.kick(request.caller(), request.path("namespace"), request.body(Kick.class).ids)))),
        new Endpoint(POST, "/api/v1/queue/{namespace}/purge", Access.ADMIN,
            doc("queue", "Remove every job of the namespace that is not under a lease").answers(200, Touched.class),
            request -> Answer.json(new Touched(desk.purge(request.caller(), request.path("namespace"))))),
        new Endpoint(DELETE, "/api/v1/queue/jobs/{id}", Access.EDITOR,
            doc("queue", "Cancel a job, whatever its state").answers(204, null), this::cancel));
  }

  private Answer cancel(Request request) {
    desk.cancel(request.caller(), request.path("id"));
    return Answer.nothing();
  }

  private static JobState state(Request request) {
    String text = request.query("state").orElse("waiting");
    return Arrays.stream(JobState.values()).filter(state -> state.name().toLowerCase(Locale.ROOT).equals(text))
        .findFirst().orElseThrow(() -> Problem.bad("state takes waiting, leased or buried, not '" + text + "'"));
  }
}
