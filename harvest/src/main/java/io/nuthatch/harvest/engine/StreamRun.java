package io.nuthatch.harvest.engine;

import io.nuthatch.archive.Exchange;
import io.nuthatch.archive.Truncation;
import io.nuthatch.archive.items.Item;
import io.nuthatch.archive.items.ItemReaders;
import io.nuthatch.harvest.ApiCall;
import io.nuthatch.harvest.StreamFlow;
import io.nuthatch.harvest.StreamFlow.Break;
import io.nuthatch.harvest.StreamFlow.Line;
import io.nuthatch.harvest.Verdict;
import io.nuthatch.harvest.capture.StreamingCapture;
import io.nuthatch.model.message.SeedReference;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A harvest of a stream until it is told to end. What the stream says is cut at line ends into records of their own,
 * durable within seconds; when it falls silent the time is written down as a gap, and filled by calls once the stream
 * is back, as far as the platform lets one.
 */
final class StreamRun {

  private static final int MOST_NOTICES = 20;

  private final Work work;
  private final StreamFlow flow;
  private final Backfill backfill;
  private final HarvesterSettings.Cuts cuts;
  private final InstantSource clock;
  private final List<SeedReference> seeds;
  private final Map<Break, Integer> breaks = new EnumMap<>(Break.class);
  private final Map<String, Integer> notices = new TreeMap<>();
  private Instant capturedTo;

  /** @param capturedTo up to when a worker before this one had heard the stream */
  StreamRun(Work work, StreamFlow flow, Backfill backfill, HarvesterSettings.Cuts cuts, InstantSource clock,
      @Nullable Instant capturedTo) {
    this.work = work;
    this.flow = flow;
    this.backfill = backfill;
    this.cuts = cuts;
    this.clock = clock;
    this.seeds = work.order().message().seeds();
    this.capturedTo = capturedTo == null ? clock.instant() : capturedTo;
  }

  /** @param resumed the stream was heard before, by another worker */
  void run(boolean resumed) {
    try {
      if (resumed) {
        fellSilent();
      }
      while (true) {
        work.reins().check();
        Break why = hear();
        fellSilent();
        pause(why);
      }
    } finally {
      backfill.join();
    }
  }

  private void fellSilent() {
    Instant now = clock.instant();
    work.evidence().commit(transaction -> work.journal().fellSilent(transaction, capturedTo, now));
  }

  private void pause(Break why) {
    int attempt = breaks.merge(why, 1, Integer::sum);
    work.reins().restUntil(clock.instant().plus(flow.pause(why, attempt)));
  }

  /** Opens the stream and writes down what it says, until it breaks. */
  private Break hear() {
    RunSession session = new RunSession(work, clock, null);
    ApiCall call;
    try {
      call = flow.open(seeds, session);
    } catch (CallFailed e) {
      return broken(e);
    }
    Caller.Opening opening = work.caller().open(call, flow.longestSilence(), capture -> Exchanges.with(capture,
        exchange -> work.evidence().append(exchange, capture.secrets(), List.of(), null)));
    StreamingCapture stream = opening.stream();
    if (stream == null) {
      return broken(opening.verdict());
    }
    try (StreamLines lines = StreamLines.start(stream, cuts.segmentBytes(), clock)) {
      Instant now = clock.instant();
      work.evidence().commit(transaction -> work.journal().heardAgain(transaction, now));
      backfill.start();
      return listen(stream, lines);
    }
  }

  private Break broken(CallFailed e) {
    if (e.isForAll()) {
      throw e;
    }
    work.book().warn("stream_not_opened", String.valueOf(e.getMessage()), null);
    return Break.HTTP_ERROR;
  }

  private Break broken(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Unfit(String code, String message) -> throw new CallFailed(code, message, true);
      case Verdict.Refused(String code, String message) -> throw new CallFailed(code, message, true);
      case Verdict.SeedTrouble(var problem, String message) ->
        throw new CallFailed("harvest_" + problem, message, true);
      case Verdict.TooMany _ -> Break.TOO_MANY;
      case Verdict.Passing(String message) -> {
        work.book().info("stream_not_opened", message);
        yield Break.HTTP_ERROR;
      }
      case Verdict.Good _ -> Break.HTTP_ERROR;
    };
  }

  private Break listen(StreamingCapture stream, StreamLines lines) {
    UUID start = null;
    try {
      while (lines.trouble() == null) {
        while (!lines.isDue(clock.instant().minus(cuts.segmentAge()))) {
          work.book().tellIfDue();
          work.reins().rest(cuts.segmentAge());
        }
        start = write(stream, lines, start);
      }
      work.book().info("stream_broke", String.valueOf(lines.trouble()));
    } finally {
      lines.close();
      write(stream, lines, start);
    }
    return Break.NETWORK;
  }

  /** Makes a record of what has come; the first of a connection has the request with it, the others refer to it. */
  private @Nullable UUID write(StreamingCapture stream, StreamLines lines, @Nullable UUID start) {
    StreamLines.Taken taken = lines.take();
    if (taken == null) {
      return start;
    }
    String url = stream.uri().toString();
    Exchange segment = Exchange.segment(url, taken.first(), stream.responseHead(), taken.bytes())
        .withServer(stream.peer()).withTruncated(taken.torn() ? Truncation.DISCONNECT : null);
    Exchange exchange = start == null
        ? segment.withRequest(Exchanges.request(stream))
        : segment.withConcurrentTo(start);
    List<Item> items = new ArrayList<>();
    ItemReaders.read(work.order().adapter().items(), url, new ByteArrayInputStream(taken.bytes()), items::add);
    heed(taken.bytes());
    work.evidence().append(exchange, stream.secrets(), items, null);
    capturedTo = latest(items);
    breaks.clear();
    Instant upTo = capturedTo;
    work.evidence().commit(transaction -> transaction.update("UPDATE runs SET captured_to = ? WHERE id = ?", upTo,
        work.order().message().id()));
    return start == null ? exchange.id() : start;
  }

  /** When the newest item was posted; the clock's time where items do not say, or say what cannot be. */
  private Instant latest(List<Item> items) {
    Instant now = clock.instant();
    Instant latest = items.stream().map(Item::date).filter(date -> date != null && !date.isAfter(now))
        .max(Instant::compareTo).orElse(now);
    return latest.isBefore(now.minus(Duration.ofHours(1))) ? now : latest;
  }

  /** What the platform says beside the items. */
  private void heed(byte[] bytes) {
    new String(bytes, StandardCharsets.UTF_8).lines().map(String::strip).filter(line -> !line.isEmpty())
        .forEach(line -> {
          switch (flow.read(line)) {
            case Line.KeepAlive _,Line.ItemLine _ -> {
            }
            case Line.Notice(String code, String message) -> tell(code, message);
            case Line.Farewell(String code, String message) -> tell(code, message);
          }
        });
  }

  private void tell(String code, String message) {
    if (notices.merge(code, 1, Integer::sum) <= MOST_NOTICES) {
      work.book().info(code, message);
    }
  }
}
