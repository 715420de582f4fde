package io.nuthatch.harvest.engine;

import io.nuthatch.harvest.Interval;
import io.nuthatch.harvest.Reach;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a harvest may claim to have. At every instant everything up to the mark is captured, except what lies in
 * open gaps; so an interruption anywhere leaves its trace, and whoever comes next knows what is missing.
 */
final class ProgressPolicy {

  /*
   * Platforms tell the newest first. The first page of a walk over what is new is far from the old mark, so the mark
   * moves to the newest item together with a gap from the old mark to the oldest item of the page. Each page narrows the
   * gap from above; the end of the walk closes it. A walk that is cut short leaves the gap for the next one, which
   * starts with it. What a platform will never give stays as a gap that nobody tries again.
   */

  private ProgressPolicy() {
  }

  /** One change of what is written down. */
  sealed interface Step {

    record MoveMark(String position) implements Step {
    }

    record OpenGap(Interval interval) implements Step {
    }

    record NarrowGap(long gap, String before) implements Step {
    }

    record CloseGap(long gap) implements Step {
    }

    record LeaveGap(long gap, String reason) implements Step {
    }
  }

  /** What to walk, in order: the gaps, oldest first because it is the first to go, then what is new. */
  static List<Walk> plan(@Nullable String mark, List<Walk> openGaps) {
    List<Walk> walks = new ArrayList<>(openGaps);
    walks.add(new Walk(new Interval(mark, null), null));
    return walks;
  }

  /** Everything of the walk's interval from the newest to the oldest is captured. */
  static List<Step> covered(Walk walk, String newest, String oldest) {
    return walk.gap() == null
        ? List.of(new Step.MoveMark(newest), new Step.OpenGap(new Interval(walk.interval().after(), oldest)))
        : List.of(new Step.NarrowGap(walk.gap(), oldest));
  }

  /** The walk has come to its end. One that covered nothing changes nothing: there was nothing. */
  static List<Step> ended(Walk walk, Reach reach) {
    if (walk.gap() == null) {
      return List.of();
    }
    return switch (reach) {
      case Reach.Whole _ -> List.of(new Step.CloseGap(walk.gap()));
      case Reach.CutOff(String reason) -> List.of(new Step.LeaveGap(walk.gap(), reason));
    };
  }
}
