package io.nuthatch.harvest.engine;

import io.nuthatch.harvest.ApiCall;
import io.nuthatch.harvest.Reach;
import io.nuthatch.harvest.Session;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a flow works with, for one seed or for a stream as a whole. For one thread. */
final class RunSession implements Session {

  private final Work work;
  private final InstantSource clock;
  private final @Nullable String seed;
  private @Nullable Walk walk;
  private String subject = "";

  RunSession(Work work, InstantSource clock, @Nullable String seed) {
    this.work = work;
    this.clock = clock;
    this.seed = seed;
  }

  /** What the flow says to be covered counts for this walk from now on. */
  void begin(Walk next, String ofSubject) {
    walk = next;
    subject = ofSubject;
  }

  /** The walk came to its end. */
  void end(Reach reach) {
    Walk ending = walk;
    work.evidence().commit(transaction -> {
      if (ending != null) {
        work.journal().apply(transaction, ending, ProgressPolicy.ended(ending, reach), seen());
      }
    });
    walk = null;
  }

  @Override
  public Page call(ApiCall call) {
    CapturedPage page = work.caller().call(call, (capture, answer) -> Exchanges.with(capture,
        exchange -> work.evidence().append(exchange, capture.secrets(), answer.items(), seed)));
    work.book().tellIfDue();
    return page;
  }

  @Override
  public void covered(Page page, String newest, String oldest) {
    Walk[] after = {walk};
    work.evidence().commit(transaction -> {
      Walk before = after[0];
      if (before != null) {
        after[0] = work.journal().apply(transaction, before, ProgressPolicy.covered(before, newest, oldest), seen());
      }
    });
    walk = after[0];
    work.reins().check();
  }

  private Journal.Seen seen() {
    return new Journal.Seen(subject, seed, clock.instant());
  }

  @Override
  public void warn(String code, String message, @Nullable String seedId) {
    work.book().warn(code, message, seedId);
  }

  @Override
  public Map<String, JsonNode> options() {
    return work.order().options();
  }

  @Override
  public Instant now() {
    return clock.instant();
  }
}
