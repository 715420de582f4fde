package io.nuthatch.harvest.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.database.sqlite.SqliteDatabase;
import io.nuthatch.database.sqlite.SqliteSettings;
import io.nuthatch.harvest.catalog.Harvest.Figures;
import io.nuthatch.harvest.catalog.Harvest.Remark;
import io.nuthatch.harvest.catalog.Harvest.Stat;
import io.nuthatch.harvest.catalog.Harvest.Times;
import io.nuthatch.model.message.Note;
import io.nuthatch.model.message.WarcTotals;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.BooleanNode;

/** Whatever the order in which statuses come and however often: the outcome is that of their own order. */
class StatusPropertyTest {

  private static final int ROUNDS = 60;
  private static final List<String> TOKENS = List.of("a", "b", "c", "d");

  @TempDir
  Path directory;

  /** All that one harvest leaves behind. */
  private record Outcome(HarvestState state, Times times, Figures figures, List<Stat> stats, List<Remark> remarks,
      List<String> seeds, boolean on) {
  }

  @Test
  void numberedStatuses_inAnyOrderAndNumber_endAlike() {
    check(true);
  }

  @Test
  void statusesOfOthers_inAnyOrderAndNumber_endAlike() {
    check(false);
  }

  private void check(boolean numbered) {
    long seed = Long.getLong("nuthatch.seed", 7919);
    Random random = new Random(seed);
    try (World world = new World(SqliteDatabase.open(directory, SqliteSettings.defaults()))) {
      for (int round = 0; round < ROUNDS; round++) {
        List<Step> story = story(random, numbered);
        List<Step> mixed = new ArrayList<>(story);
        for (int i = random.nextInt(story.size() + 1); i > 0; i--) {
          mixed.add(story.get(random.nextInt(story.size())));
        }
        Collections.shuffle(mixed, random);
        assertThat(outcome(world, mixed)).as("round %d of -Dnuthatch.seed=%d: %s", round, seed, mixed)
            .isEqualTo(outcome(world, story));
      }
    }
  }

  /** One status before it is known for which harvest and seeds it is. */
  private record Step(HarvestState state, long number, boolean numbered, long amount, int warnings,
      Map<Integer, String> tokens, Map<Integer, String> uids) {
  }

  private static List<Step> story(Random random, boolean numbered) {
    int length = 1 + random.nextInt(8);
    List<Step> story = new ArrayList<>();
    long amount = 0;
    int warnings = 0;
    List<Integer> unnamed = new ArrayList<>(List.of(0, 1, 2, 3));
    for (int i = 1; i <= length; i++) {
      boolean last = i == length;
      HarvestState state = last
          ? random.nextBoolean() ? HarvestState.COMPLETED_SUCCESS : HarvestState.COMPLETED_FAILURE
          : random.nextInt(4) > 0 ? HarvestState.RUNNING : HarvestState.PAUSED;
      amount += random.nextInt(50);
      warnings = Math.min(TOKENS.size(), warnings + random.nextInt(2));
      Map<Integer, String> tokens = new HashMap<>();
      Map<Integer, String> uids = new HashMap<>();
      if (numbered && random.nextBoolean()) {
        tokens.put(random.nextInt(TOKENS.size()), "name" + random.nextInt(1000) + "x" + i);
        uids.put(random.nextInt(TOKENS.size()), "id" + random.nextInt(1000) + "x" + i);
      } else if (!unnamed.isEmpty() && random.nextBoolean()) {
        uids.put(unnamed.removeFirst(), "id" + i);
      }
      story.add(new Step(state, i, numbered, amount, warnings, tokens, uids));
    }
    return story;
  }

  private static Outcome outcome(World world, List<Step> steps) {
    Collection collection = world.on(world.plan("twitter_user_timeline")
        .withOptions(Map.of("deactivate_not_found_seeds", BooleanNode.TRUE)), TOKENS.toArray(String[]::new));
    List<Seed> seeds = world.read(r -> world.catalog.seeds().list(r, World.ADA, collection.id(), null, 9, 0));
    String id = world.started(collection);
    world.run(t -> steps.forEach(step -> world.statuses.apply(t, told(step, id, seeds).status())));
    Harvest harvest = world.harvest(id);
    List<Remark> remarks = world.read(r -> world.catalog.harvests().remarks(r, World.ADA, id)).stream()
        .map(remark -> new Remark(remark.level(), remark.code(), remark.message(), null)).toList();
    return new Outcome(harvest.state(), harvest.times(), harvest.figures(),
        world.list(r -> world.catalog.harvests().stats(r, World.ADA, id)), remarks,
        seeds.stream().map(world::seedNow).map(s -> s.token() + " " + s.uid() + " " + s.active()).toList(),
        world.now(collection).state().on());
  }

  private static Told told(Step step, String id, List<Seed> seeds) {
    List<Note> warnings = new ArrayList<>();
    for (int i = 0; i < step.warnings; i++) {
      warnings.add(new Note(i % 2 == 0 ? "token_not_found" : "token_suspended", "seed " + i, seeds.get(i).id()));
    }
    return Told.of(id, step.state).numbered(step.numbered ? step.number : null)
        .dated(World.START.plusSeconds(1), step.state.isCompleted() ? World.START.plusSeconds(99) : null)
        .warning(warnings).counting(Map.of("2026-03-02", Map.of("tweets", step.amount)),
            new WarcTotals(step.number, step.amount * 10))
        .finding(named(step.tokens, seeds), named(step.uids, seeds));
  }

  private static Map<String, String> named(Map<Integer, String> found, List<Seed> seeds) {
    Map<String, String> named = new HashMap<>();
    found.forEach((index, value) -> named.put(seeds.get(index).id(), value));
    return named;
  }
}
