package io.nuthatch.harvest.engine;

import io.nuthatch.harvest.ApiCall;
import io.nuthatch.harvest.HttpCall;
import io.nuthatch.harvest.PlatformAdapter;
import io.nuthatch.harvest.QuotaReading;
import io.nuthatch.harvest.Verdict;
import io.nuthatch.harvest.capture.Capture;
import io.nuthatch.harvest.capture.CaptureClient;
import io.nuthatch.harvest.capture.CaptureException;
import io.nuthatch.harvest.capture.Limits;
import io.nuthatch.harvest.capture.StreamingCapture;
import io.nuthatch.harvest.quota.Claimant;
import io.nuthatch.harvest.quota.CredentialPool;
import io.nuthatch.harvest.quota.Turn;
import io.nuthatch.model.NuthatchException.Kind;
import io.nuthatch.queue.BackoffPolicy;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes the calls of one harvest: waits for a turn, calls, hands the exchange on to be kept whatever it is, and judges
 * it. Tries again what may be good later, by the policy; everything else is an exception.
 */
final class Caller {

  /*
   * Whose clock. Platforms tell times by their own clock. Adapters are asked with the time the answer's Date header
   * tells, so what they say is by that clock, and the difference to it is what counts here.
   *
   * Too many. A refusal for want of quota is no failure: the pool makes everybody wait. One that comes again and again
   * although the platform was left alone counts as trouble of the platform.
   */

  private static final int MOST_REFUSALS = 10;
  private static final int OK = 200;

  /** What calls go through. */
  record Line(CaptureClient client, CredentialPool pool, Limits limits, InstantSource clock) {
  }

  /** How often a call is made, and how long to wait in between. */
  record Tries(int most, BackoffPolicy backoff) {
  }

  private final PlatformAdapter adapter;
  private final String baseUrl;
  private final Claimant claimant;
  private final Line line;
  private final Tries tries;
  private final Reins reins;

  Caller(PlatformAdapter adapter, String baseUrl, Claimant claimant, Line line, Tries tries, Reins reins) {
    this.adapter = adapter;
    this.baseUrl = baseUrl;
    this.claimant = claimant;
    this.line = line;
    this.tries = tries;
    this.reins = reins;
  }

  /** A good answer. Every exchange on the way to it is handed to {@code keep}, the good one with its items read. */
  CapturedPage call(ApiCall call, BiConsumer<Capture, CapturedPage> keep) {
    int failures = 0;
    int refusals = 0;
    while (true) {
      reins.check();
      String trouble;
      try (Turn turn = line.pool.take(claimant, call.family(), reins); Capture capture = execute(call, turn)) {
        CapturedPage page = CapturedPage.of(capture);
        Verdict verdict = judge(call, page, turn);
        if (verdict instanceof Verdict.Good) {
          page.read(adapter.items());
        }
        keep.accept(capture, page);
        switch (verdict) {
          case Verdict.Good _ -> {
            return page;
          }
          case Verdict.SeedTrouble(var problem, String message) -> throw new SeedFailed(problem, message);
          case Verdict.Unfit(String code, String message) -> throw new CallFailed(code, message, false);
          case Verdict.Refused(String code, String message) -> throw new CallFailed(code, message, true);
          case Verdict.TooMany _ -> {
            if (++refusals < MOST_REFUSALS) {
              continue;
            }
            trouble = "the platform refused " + refusals + " times for want of quota";
          }
          case Verdict.Passing(String message) -> trouble = message;
        }
      } catch (CaptureException e) {
        trouble = noAnswer(e);
      }
      if (++failures >= tries.most) {
        throw new CallFailed("call_failed", call.path() + ": " + trouble + "; tried " + failures + " times", false);
      }
      reins.restUntil(line.clock.instant().plus(tries.backoff.after(failures, ThreadLocalRandom.current())));
    }
  }

  private String noAnswer(CaptureException e) {
    reins.check();
    if (e.kind() == Kind.FULL) {
      throw e;
    }
    if (e.kind() == Kind.CALLER) {
      throw new CallFailed("call_failed", String.valueOf(e.getMessage()), false);
    }
    return String.valueOf(e.getMessage());
  }

  /** An answer that stays open, or one that says why it does not. Waits for its turn; is not tried again here. */
  Opening open(ApiCall call, Duration longestSilence, Consumer<Capture> keep) {
    reins.check();
    try (Turn turn = line.pool.take(claimant, call.family(), reins)) {
      HttpCall signed = adapter.sign(call, turn.credential().values(), baseUrl, line.clock.instant());
      StreamingCapture stream = line.client.open(signed, line.limits.withSilence(longestSilence), reins.calls());
      if (stream.status() == OK) {
        judge(call, CapturedPage.ofHead(stream), turn);
        return new Opening(stream, Verdict.GOOD);
      }
      try (Capture capture = stream.whole()) {
        keep.accept(capture);
        return new Opening(null, judge(call, CapturedPage.of(capture), turn));
      }
    } catch (CaptureException e) {
      return new Opening(null, new Verdict.Passing(noAnswer(e)));
    }
  }

  /** How an attempt to open a stream went. */
  record Opening(@Nullable StreamingCapture stream, Verdict verdict) {
  }

  private Capture execute(ApiCall call, Turn turn) {
    HttpCall signed = adapter.sign(call, turn.credential().values(), baseUrl, line.clock.instant());
    return line.client.execute(signed, line.limits, reins.calls());
  }

  /** What the answer means, and what it says of the quota, which the pool hears. */
  private Verdict judge(ApiCall call, CapturedPage page, Turn turn) {
    Instant now = line.clock.instant();
    Instant theirs = dateOf(page, now);
    Duration ahead = Duration.between(now, theirs);
    QuotaReading reading = adapter.quota(call, page, theirs);
    turn.heard(new QuotaReading(reading.limit(), reading.remaining(), ours(reading.reset(), ahead)));
    Verdict verdict = adapter.judge(call, page, theirs);
    if (verdict instanceof Verdict.TooMany(Instant until)) {
      Instant spent = reading.remaining() == 0 ? reading.reset() : null;
      turn.refused(ours(until == null ? spent : until, ahead));
    }
    String flaw = page.flaw();
    if (verdict instanceof Verdict.Good && flaw != null) {
      return new Verdict.Passing("the answer is not whole: " + flaw);
    }
    return verdict;
  }

  private static @Nullable Instant ours(@Nullable Instant theirs, Duration ahead) {
    return theirs == null ? null : theirs.minus(ahead);
  }

  private static Instant dateOf(CapturedPage page, Instant now) {
    String date = page.header("date");
    if (date == null) {
      return now;
    }
    try {
      return ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
    } catch (DateTimeException e) {
      return now;
    }
  }
}
