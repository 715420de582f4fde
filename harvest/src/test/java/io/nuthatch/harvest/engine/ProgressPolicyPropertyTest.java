package io.nuthatch.harvest.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.harvest.Interval;
import io.nuthatch.harvest.Reach;
import io.nuthatch.harvest.engine.ProgressPolicy.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever interrupts harvests, wherever: what is neither captured nor in an open gap nor newer than the mark does not exist. */
class ProgressPolicyPropertyTest {

  private static final int PAGE = 7;

  /** A platform's items by number, and what harvests have made of them. */
  private static final class Model {
    private final Random random;
    private final TreeSet<Integer> exist = new TreeSet<>();
    private final TreeSet<Integer> captured = new TreeSet<>();
    private final TreeMap<Long, Interval> gaps = new TreeMap<>();
    private @Nullable String mark;
    private long nextGap = 1;
    private int last;

    Model(long seed) {
      random = new Random(seed);
    }

    void post() {
      for (int n = random.nextInt(40); n > 0; n--) {
        last += 1 + random.nextInt(3);
        exist.add(last);
      }
    }

    private static int number(@Nullable String position, int otherwise) {
      return position == null ? otherwise : Integer.parseInt(position);
    }

    /** False when it was interrupted. */
    boolean harvest(double risk) {
      List<Walk> open = new ArrayList<>();
      gaps.forEach((id, interval) -> open.add(new Walk(interval, id)));
      for (Walk walk : ProgressPolicy.plan(mark, open)) {
        if (!walk(walk, risk)) {
          return false;
        }
      }
      return true;
    }

    private boolean walk(Walk begun, double risk) {
      Walk walk = begun;
      int after = number(walk.interval().after(), 0);
      int before = number(walk.interval().before(), Integer.MAX_VALUE);
      String newest = null;
      while (true) {
        if (random.nextDouble() < risk) {
          return false;
        }
        List<Integer> page = exist.subSet(after, false, before, false).stream().sorted(Comparator.reverseOrder())
            .limit(PAGE).toList();
        if (page.isEmpty()) {
          break;
        }
        if (risk > 0 && random.nextInt(5) == 0) {
          post();
        }
        captured.addAll(page);
        if (random.nextDouble() < risk) {
          return false;
        }
        newest = newest == null ? page.getFirst().toString() : newest;
        walk = apply(walk, ProgressPolicy.covered(walk, newest, page.getLast().toString()));
        check();
        before = page.getLast();
      }
      apply(walk, ProgressPolicy.ended(walk, Reach.WHOLE));
      check();
      return true;
    }

    private Walk apply(Walk walk, List<Step> steps) {
      Walk now = walk;
      for (Step step : steps) {
        switch (step) {
          case Step.MoveMark(String position) -> mark = position;
          case Step.OpenGap(Interval interval) -> {
            gaps.put(nextGap, interval);
            now = new Walk(interval, nextGap++);
          }
          case Step.NarrowGap(long gap, String before) -> {
            gaps.put(gap, new Interval(walk.interval().after(), before));
            now = new Walk(new Interval(walk.interval().after(), before), gap);
          }
          case Step.CloseGap(long gap) -> gaps.remove(gap);
          case Step.LeaveGap(long gap, String _) -> gaps.remove(gap);
        }
      }
      return now;
    }

    /** Everything up to the mark is captured, except the open gaps. */
    void check() {
      TreeSet<Integer> claimed = new TreeSet<>(exist.headSet(number(mark, 0), true));
      for (Interval gap : gaps.values()) {
        claimed.subSet(number(gap.after(), 0), false, number(gap.before(), Integer.MAX_VALUE), false).clear();
      }
      assertThat(captured.containsAll(claimed)).as("mark %s, gaps %s", mark, gaps).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89})
  void interruptionsAnywhere_loseNothing(long seed) {
    for (int round = 0; round < 50; round++) {
      Model model = new Model(seed * 1000 + round);
      for (int harvest = 0; harvest < 12; harvest++) {
        model.post();
        model.harvest(0.15);
        model.check();
      }
      assertThat(model.harvest(0)).isTrue();
      assertThat(model.captured).as("seed %s round %s", seed, round).isEqualTo(model.exist);
      assertThat(model.gaps).as("seed %s round %s", seed, round).isEmpty();
    }
  }
}
