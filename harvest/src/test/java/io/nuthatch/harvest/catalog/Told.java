package io.nuthatch.harvest.catalog;

import io.nuthatch.model.message.HarvestStatus;
import io.nuthatch.model.message.Note;
import io.nuthatch.model.message.WarcTotals;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Statuses as harvesters send them, to be made step by step. */
record Told(HarvestStatus status) {

  static Told of(String harvestId, HarvestState state) {
    return new Told(new HarvestStatus(harvestId, state.word(), null, null, List.of(), List.of(), List.of(), Map.of(),
        Map.of(), Map.of(), null, null, null, null, null));
  }

  Told numbered(@Nullable Long number) {
    HarvestStatus s = status;
    return new Told(new HarvestStatus(s.id(), s.status(), s.dateStarted(), s.dateEnded(), s.infos(), s.warnings(),
        s.errors(), s.stats(), s.tokenUpdates(), s.uids(), s.warcs(), s.service(), s.host(), s.instance(), number));
  }

  Told dated(@Nullable Instant started, @Nullable Instant ended) {
    HarvestStatus s = status;
    return new Told(
        new HarvestStatus(s.id(), s.status(), started, ended, s.infos(), s.warnings(), s.errors(), s.stats(),
            s.tokenUpdates(), s.uids(), s.warcs(), s.service(), s.host(), s.instance(), s.sequence()));
  }

  Told warning(List<Note> warnings) {
    HarvestStatus s = status;
    return new Told(
        new HarvestStatus(s.id(), s.status(), s.dateStarted(), s.dateEnded(), s.infos(), warnings, s.errors(),
            s.stats(), s.tokenUpdates(), s.uids(), s.warcs(), s.service(), s.host(), s.instance(), s.sequence()));
  }

  Told counting(Map<String, Map<String, Long>> stats, WarcTotals warcs) {
    HarvestStatus s = status;
    return new Told(new HarvestStatus(s.id(), s.status(), s.dateStarted(), s.dateEnded(), s.infos(), s.warnings(),
        s.errors(), stats, s.tokenUpdates(), s.uids(), warcs, s.service(), s.host(), s.instance(), s.sequence()));
  }

  Told finding(Map<String, String> tokens, Map<String, String> uids) {
    HarvestStatus s = status;
    return new Told(new HarvestStatus(s.id(), s.status(), s.dateStarted(), s.dateEnded(), s.infos(), s.warnings(),
        s.errors(), s.stats(), tokens, uids, s.warcs(), s.service(), s.host(), s.instance(), s.sequence()));
  }
}
