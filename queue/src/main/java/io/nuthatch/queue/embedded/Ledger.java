package io.nuthatch.queue.embedded;

import io.nuthatch.queue.JobId;
import io.nuthatch.queue.NewJob;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes frames to the journal and applies them. All of it happens under the queue's lock, one frame at a time; room
 * is reserved before a frame is begun, because reserving may let go of the lock.
 */
final class Ledger {

  /** Room for the two frames that name a namespace's calendars. */
  static final int NAME_BYTES = 2 * (Frame.HEADER + Frame.ALIGNMENT + 4 + 3 * 200);
  /** Room for everything of a frame that is not a key or a record. */
  static final int FRAME_BYTES = Frame.HEADER + Frame.ALIGNMENT + 8;

  private final Calendars calendars;
  private final Housekeeper keeper;
  private final Journal journal;
  private final Frame frame = new Frame();

  Ledger(Calendars calendars, Housekeeper keeper) {
    this.calendars = calendars;
    this.keeper = keeper;
    this.journal = keeper.journal();
  }

  void reserve(long bytes, int jobs) {
    keeper.reserve(bytes, jobs);
  }

  /** The calendar of jobs that wait; a namespace gets both of its calendars at once. */
  Calendar calendarFor(String namespace) {
    Calendar calendar = calendars.waiting(namespace);
    if (calendar == null) {
      for (int buried = 0; buried < 2; buried++) {
        frame.begin(Frame.NAME).shortNumber(calendars.nextSection());
        frame.shortNumber(buried);
        frame.text(namespace);
        var _ = write();
      }
      calendar = Objects.requireNonNull(calendars.waiting(namespace));
    }
    return calendar;
  }

  Calendar buried(Calendar waiting) {
    return Objects.requireNonNull(calendars.buried(waiting.namespace));
  }

  /** Puts new jobs in, adds their ids to the list, and returns the place to sync to. */
  long schedule(List<NewJob> jobs, long now, IdListener listener, List<JobId> ids) {
    jobs.forEach(job -> calendarFor(job.namespace()));
    Calendar calendar = calendarFor(jobs.getFirst().namespace());
    Segment active = journal.active();
    int ordinal = active.jobs();
    frame.begin(Frame.CHANGE).number(0);
    for (NewJob job : jobs) {
      if (!job.namespace().equals(calendar.namespace)) {
        calendar = calendarFor(job.namespace());
      }
      JobId id = new JobId(now + millis(job.delay()), active.sequence(ordinal++));
      listener.assigned(ids.size(), id);
      frame.record(calendar.section, id.dueMillis(), id.sequence(), job.data());
      ids.add(id);
    }
    return write();
  }

  /** Writes down that the jobs were given, without applying it: whoever gives them has. */
  void given(List<Held> jobs) {
    frame.begin(Frame.TAKE);
    for (Held held : jobs) {
      frame.key(held.calendar.section, held.due, held.sequence);
      frame.shortNumber(held.attempts);
    }
    var _ = journal.append(frame);
  }

  /** What a job becomes when it leaves its place: a record in a calendar, or nothing when it is gone for good. */
  record Successor(Calendar calendar, long due, int attempts, @Nullable String reason) {
  }

  /** Takes the jobs out and puts their successors in, if any; returns the place to sync to. */
  long change(List<Held> leaving, List<@Nullable Successor> successors) {
    frame.begin(Frame.CHANGE).number(leaving.size());
    for (Held held : leaving) {
      frame.key(held.calendar.section, held.due, held.sequence);
    }
    Segment active = journal.active();
    int ordinal = active.jobs();
    for (int i = 0; i < successors.size(); i++) {
      Successor next = successors.get(i);
      if (next != null) {
        frame.record(next.calendar.section, next.due, active.sequence(ordinal++), next.attempts, leaving.get(i),
            next.reason);
      }
    }
    return write();
  }

  /** Takes out all that is not under a lease. */
  long purge(Calendar calendar, List<Held> kept) {
    frame.begin(Frame.PURGE).shortNumber(calendar.section);
    frame.number(kept.size());
    kept.forEach(held -> frame.key(calendar.section, held.due, held.sequence));
    return write();
  }

  private long write() {
    Segment active = journal.active();
    calendars.apply(active, journal.append(frame));
    return journal.end();
  }

  void release() {
    frame.release();
  }

  /** Rounded up, so that nothing is due early. */
  static long millis(Duration delay) {
    return delay.toMillis() + (delay.toNanosPart() % 1_000_000 == 0 ? 0 : 1);
  }
}
