package io.nuthatch.simulator.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.simulator.SimulatorException;
import io.nuthatch.simulator.faults.Fault.Muddle.Disorder;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** When faults strike. */
class FaultsTest {

  private static final Instant NOW = Instant.parse("2026-03-10T12:00:00Z");
  private static final Fault FAULT = new Fault.Failure(503);

  private final Faults faults = new Faults();

  @Test
  void star_standsForAnyText_andEverythingElseForItself() {
    faults.add(FaultRule.always("/1.1/*/lookup.json", FAULT));
    assertThat(strikes("/1.1/statuses/lookup.json")).isTrue();
    assertThat(strikes("/1.1/users/lookup.json")).isTrue();
    assertThat(strikes("/1.1/users/lookupxjson")).isFalse();
    assertThat(strikes("/1.1/users/show.json")).isFalse();
  }

  @Test
  void nth_strikesOnce() {
    faults.add(FaultRule.nth(3, "*", FAULT));
    assertThat(strikes(6)).containsExactly(false, false, true, false, false, false);
  }

  @Test
  void next_strikesSoManyTimes() {
    faults.add(FaultRule.next(2, "*", FAULT));
    assertThat(strikes(4)).containsExactly(true, true, false, false);
  }

  @Test
  void sometimes_strikesTheSameCallsForTheSameSeed() {
    faults.add(FaultRule.sometimes(0.3, 42, "*", FAULT));
    List<Boolean> first = strikes(1_000);
    faults.clear();
    faults.add(FaultRule.sometimes(0.3, 42, "*", FAULT));
    assertThat(strikes(1_000)).isEqualTo(first);
    assertThat(first.stream().filter(struck -> struck).count()).isBetween(250L, 350L);
  }

  @Test
  void rule_endsAtItsTimeOrWhenRemoved() {
    int id = faults.add(FaultRule.always("*", FAULT).until(NOW.plusSeconds(1)));
    assertThat(strikes("/")).isTrue();
    assertThat(faults.strike("/", NOW.plusSeconds(1)).faults()).isEmpty();
    assertThat(faults.rules()).containsOnlyKeys(id);
    assertThat(faults.remove(id)).isTrue();
    assertThat(faults.remove(id)).isFalse();
    assertThat(strikes("/")).isFalse();
  }

  @Test
  void muddle_leavesOutRepeatsOrReverses() {
    List<Integer> found = List.of(1, 2, 3, 4, 5, 6);
    assertThat(muddled(Disorder.SUBSET, found)).containsExactly(1, 2, 4, 5);
    assertThat(muddled(Disorder.DUPLICATES, found)).containsExactly(1, 2, 3, 3, 4, 5, 6, 6);
    assertThat(muddled(Disorder.REVERSED, found)).containsExactly(6, 5, 4, 3, 2, 1);
    assertThat(Mischief.NONE.muddle(found)).isEqualTo(found);
  }

  @Test
  void nonsense_isRefused() {
    assertThatThrownBy(() -> new Fault.Failure(200)).isInstanceOf(SimulatorException.class);
    assertThatThrownBy(() -> new Fault.SlowDrip(0)).isInstanceOf(SimulatorException.class);
    assertThatThrownBy(() -> new Frequency.Sometimes(1.5, 1)).isInstanceOf(SimulatorException.class);
  }

  private static List<Integer> muddled(Disorder disorder, List<Integer> found) {
    return new Mischief(List.of(new Fault.Muddle(disorder))).muddle(found);
  }

  private boolean strikes(String path) {
    return !faults.strike(path, NOW).faults().isEmpty();
  }

  private List<Boolean> strikes(int calls) {
    return IntStream.range(0, calls).mapToObj(i -> strikes("/")).toList();
  }
}
