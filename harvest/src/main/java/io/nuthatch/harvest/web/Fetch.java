package io.nuthatch.harvest.web;

import io.nuthatch.harvest.HarvestException;
import io.nuthatch.harvest.HttpCall;
import io.nuthatch.harvest.Recording;
import io.nuthatch.harvest.capture.CallScope;
import io.nuthatch.harvest.capture.Capture;
import io.nuthatch.harvest.capture.CaptureClient;
import io.nuthatch.harvest.capture.CaptureException;
import io.nuthatch.harvest.capture.CaptureException.Failure;
import io.nuthatch.harvest.capture.DecodedBody;
import io.nuthatch.harvest.capture.StreamingCapture;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One exchange with a server, recorded whatever it says, and what it means. */
final class Fetch {

  /** More than this is not looked through for an early end. */
  private static final long MOST_DECODED = 256L << 20;

  /** What came of it. */
  sealed interface Result {

    record Fetched() implements Result {
    }

    record Redirected(String location) implements Result {
    }

    /** Not, and how long the server asks to be left alone if it says so. */
    record Failed(Outcome outcome, String why, @Nullable Duration retryAfter) implements Result {
    }
  }

  private final CaptureClient client;
  private final CallScope scope;
  private final WebOptions options;
  private final Recording recording;
  private final InstantSource clock;

  Fetch(CaptureClient client, CallScope scope, WebOptions options, Recording recording, InstantSource clock) {
    this.client = client;
    this.scope = scope;
    this.options = options;
    this.recording = recording;
    this.clock = clock;
  }

  Result get(URI uri) {
    try (StreamingCapture answer = open(uri)) {
      boolean good = answer.status() < 300;
      if (good && !options.wants(answer.header("content-type"))) {
        return failed(Outcome.UNWANTED_TYPE, "it is " + answer.header("content-type"));
      }
      try (Capture capture = answer.whole()) {
        recording.record(capture);
        return judge(capture);
      }
    } catch (CaptureException e) {
      return failed(outcome(e), String.valueOf(e.getMessage()));
    }
  }

  private StreamingCapture open(URI uri) {
    if (WebUrl.isOddlyNumbered(uri)) {
      throw CaptureException.refusedAddress("the address in " + uri + " is written in a way that can hide another");
    }
    return client.open(new HttpCall("GET", uri, List.of(Map.entry("Accept", "*/*")), null, Set.of()), options.limits(),
        scope);
  }

  private static Outcome outcome(CaptureException e) {
    if (e.failure() == Failure.ABORTED || e.failure() == Failure.LOCAL) {
      throw e;
    }
    return Outcome.ofFailure(e.failure());
  }

  private Result judge(Capture capture) {
    String location = capture.header("location");
    if (isRedirect(capture.status()) && location != null) {
      return new Result.Redirected(location);
    }
    if (capture.status() >= 300) {
      return new Result.Failed(Outcome.ofStatus(capture.status()), "the answer was " + capture.status(),
          RetryAfter.read(capture.header("retry-after"), clock.instant()));
    }
    if (capture.truncated() != null) {
      return failed(Outcome.ofTruncation(capture.truncated()),
          "cut after " + capture.bodyLength() + " bytes (" + capture.truncated() + ")");
    }
    String flaw = DecodedBody.flaw(capture, MOST_DECODED);
    return flaw == null ? new Result.Fetched() : failed(Outcome.INCOMPLETE, flaw);
  }

  /**
   * The rules for a host (RFC 9309): its robots.txt, over five redirects at most. All is allowed where it says there is
   * none, nothing where the file may be there but cannot be had.
   */
  Robots robots(URI origin, Set<String> names) {
    URI file = origin.resolve("/robots.txt");
    URI uri = file;
    for (int hops = 0; hops <= 5; hops++) {
      try (StreamingCapture answer = open(uri); Capture capture = answer.whole()) {
        recording.record(capture);
        String location = capture.header("location");
        if (isRedirect(capture.status()) && location != null) {
          uri = WebUrl.resolve(uri, location);
        } else if (capture.status() >= 500 || capture.status() == 429) {
          return Robots.unreached(Outcome.ROBOTS);
        } else if (capture.status() >= 300) {
          return Robots.NONE;
        } else {
          String type = capture.header("content-type");
          byte[] rules = DecodedBody.read(capture, Robots.MOST_BYTES).bytes();
          return Robots.parse(file, rules, type == null ? "text/plain" : type, names);
        }
      } catch (CaptureException e) {
        return Robots.unreached(outcome(e));
      } catch (HarvestException e) {
        // It redirects to what is no URL, as good as nothing.
        return Robots.NONE;
      }
    }
    return Robots.NONE;
  }

  private static boolean isRedirect(int status) {
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
  }

  private static Result failed(Outcome outcome, String why) {
    return new Result.Failed(outcome, why, null);
  }
}
