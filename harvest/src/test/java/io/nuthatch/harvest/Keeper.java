package io.nuthatch.harvest;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a mark and the open gaps of one subject by the rule of progress, as the engine does in its tables: everything up
 * to the mark is captured but for the gaps. A run closes gaps first and then takes the new interval.
 */
public final class Keeper {

  private @Nullable String mark;
  private final List<Interval> gaps = new ArrayList<>();
  private @Nullable Interval walking;
  private boolean fresh;

  public @Nullable String mark() {
    return mark;
  }

  public List<Interval> gaps() {
    return gaps;
  }

  /** One harvest. Returns how far its walks came; what breaks it passes through, the gap left open. */
  public List<Reach> run(RestFlow flow, Subject subject, CallingSession session) {
    List<Reach> reaches = new ArrayList<>();
    for (Interval gap : List.copyOf(gaps)) {
      fresh = false;
      walking = gap;
      reaches.add(flow.walk(subject, gap, session.keptBy(this)));
      gaps.remove(walking);
    }
    fresh = true;
    walking = new Interval(mark, null);
    reaches.add(flow.walk(subject, walking, session.keptBy(this)));
    gaps.remove(walking);
    return reaches;
  }

  void covered(String newest, String oldest) {
    Interval before = walking;
    if (before == null) {
      return;
    }
    if (fresh) {
      mark = newest;
      fresh = false;
    }
    gaps.remove(before);
    walking = new Interval(before.after(), oldest);
    gaps.add(walking);
  }
}
