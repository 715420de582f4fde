package io.nuthatch.queue;

import java.time.Instant;

/**
 * The name of a job: the millisecond it is due and its number in the order of arrival, which together are also its
 * place in the calendar. Written as two numbers in base 36 with a dash between.
 */
public record JobId(long dueMillis, long sequence) implements Comparable<JobId> {

  public static JobId parse(String text) {
    int dash = text.indexOf('-', 1);
    if (dash > 0) {
      try {
        return new JobId(Long.parseLong(text, 0, dash, 36), Long.parseLong(text, dash + 1, text.length(), 36));
      } catch (NumberFormatException e) {
        throw new QueueException(QueueException.Kind.CALLER, wrong(text), e);
      }
    }
    throw QueueException.caller(wrong(text));
  }

  private static String wrong(String text) {
    return "a job id looks like \"mhzq1d4g-8w2f\", not \"" + text + "\"";
  }

  public Instant due() {
    return Instant.ofEpochMilli(dueMillis);
  }

  @Override
  public int compareTo(JobId other) {
    int byDue = Long.compare(dueMillis, other.dueMillis);
    return byDue != 0 ? byDue : Long.compare(sequence, other.sequence);
  }

  @Override
  public String toString() {
    return Long.toString(dueMillis, 36) + "-" + Long.toString(sequence, 36);
  }
}
