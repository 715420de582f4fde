package io.nuthatch.queue.embedded;

import io.nuthatch.queue.Counts;
import io.nuthatch.queue.Job;
import io.nuthatch.queue.JobId;
import io.nuthatch.queue.embedded.Page.Range;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.PriorityQueue;

/** Looks at the calendars without changing them: counts, due times, the first jobs in line. */
final class Census {

  private final Calendars calendars;

  Census(Calendars calendars) {
    this.calendars = calendars;
  }

  List<Counts> counts(long now) {
    List<Counts> all = new ArrayList<>();
    for (Calendar calendar : calendars.allWaiting()) {
      long ready = waitingBefore(calendar, now + 1);
      Calendar buried = calendars.buried(calendar.namespace);
      Source first = calendar.next(calendars.leases);
      all.add(new Counts(calendar.namespace, calendar.waiting() - ready, ready, calendar.leased,
          buried == null ? 0 : buried.waiting(), first == null ? null : Instant.ofEpochMilli(first.due),
          calendar.lateness.read(now)));
    }
    return all;
  }

  List<Long> dueTimes(Calendar calendar, List<Instant> edges) {
    List<Long> figures = new ArrayList<>();
    long before = 0;
    for (Instant edge : edges) {
      long upToEdge = waitingBefore(calendar, edge.toEpochMilli());
      figures.add(upToEdge - before);
      before = upToEdge;
    }
    figures.add(calendar.waiting() - before);
    return figures;
  }

  private long waitingBefore(Calendar calendar, long due) {
    long[] count = {0};
    for (Segment segment : calendars.segments()) {
      for (int ordinal = 0; ordinal < segment.jobs(); ordinal++) {
        if (segment.due(ordinal) < due && segment.section(ordinal) == calendar.section && !segment.isGone(ordinal)) {
          count[0]++;
        }
      }
    }
    for (Page page : calendars.pages()) {
      Range range = page.range(calendar.section);
      if (range != null && range.firstDue() < due) {
        int end = due > range.lastDue() ? range.endOrdinal() : page.lowerBound(range, due, Long.MIN_VALUE);
        count[0] += end < 0 ? 0 : page.live(range.firstOrdinal(), end);
      }
    }
    calendars.leases.forEach(held -> {
      if (held.calendar == calendar && !held.returned && held.due < due) {
        count[0]--;
      }
    });
    return count[0];
  }

  List<Job> leased(Calendar calendar, int max) {
    return calendars.leases.of(calendar).stream().sorted().limit(max).map(job -> job.job(0)).toList();
  }

  List<Job> first(Calendar calendar, int max) {
    PriorityQueue<Held> first = new PriorityQueue<>(Collections.reverseOrder());
    for (Segment segment : calendars.segments()) {
      for (int ordinal = 0; ordinal < segment.jobs(); ordinal++) {
        if (segment.section(ordinal) == calendar.section && !segment.isGone(ordinal)) {
          JobId id = new JobId(segment.due(ordinal), segment.sequence(ordinal));
          offer(first, max, new Held(calendar, id, new Place(segment, ordinal)));
        }
      }
    }
    for (Page page : calendars.pages()) {
      Range range = page.range(calendar.section);
      if (range != null) {
        var cursor = new PageCursor(page, range, calendars.damages);
        boolean wanted = true;
        while (wanted && cursor.advance()) {
          wanted = offer(first, max, new Held(calendar, cursor, 0));
        }
      }
    }
    return first.stream().sorted().map(job -> job.job(0)).toList();
  }

  /** False when nothing later can be among the first either. */
  private boolean offer(PriorityQueue<Held> first, int max, Held job) {
    Held known = calendars.leases.get(job.sequence);
    if (known != null && !known.returned) {
      return true;
    }
    job.attempts = known != null
        ? known.attempts
        : Math.max(Layout.attempts(job.container.memory, job.offset),
            calendars.attempted.getOrDefault(job.sequence, 0));
    first.add(job);
    return first.size() <= max || first.poll() != job;
  }
}
