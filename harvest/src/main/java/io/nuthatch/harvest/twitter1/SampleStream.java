package io.nuthatch.harvest.twitter1;

import io.nuthatch.harvest.ApiCall;
import io.nuthatch.harvest.Parameters;
import io.nuthatch.harvest.Reach;
import io.nuthatch.harvest.Session;
import io.nuthatch.harvest.StreamFlow;
import io.nuthatch.harvest.twitter.StreamPauses;
import io.nuthatch.model.message.SeedReference;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** {@code statuses/sample}: a share of all tweets as they are posted. */
final class SampleStream implements StreamFlow {

  @Override
  public ApiCall open(List<SeedReference> seeds, Session session) {
    return ApiCall.get(Streams.SAMPLE, Parameters.of("stall_warnings", "true").map(), Streams.FAMILY);
  }

  @Override
  public Line read(String line) {
    return Streams.read(line);
  }

  @Override
  public Duration longestSilence() {
    return Streams.LONGEST_SILENCE;
  }

  @Override
  public Duration pause(Break kind, int attempt) {
    return StreamPauses.pause(kind, attempt);
  }

  @Override
  public Reach backfill(List<SeedReference> seeds, Instant from, Instant to, Session session) {
    return new Reach.CutOff("which tweets a sample would have had cannot be asked for afterwards");
  }
}
