package io.nuthatch.simulator.people;

import io.nuthatch.simulator.people.Dice.Purpose;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * Who follows whom among the computed accounts. Everyone follows a few dozen others, chosen so that the followers of
 * the n-th most popular account fall off as 1/n: account 0 is followed by most, the last by hardly anyone.
 *
 * <p>Followees are computed at once; the followers of an account cost a pass over all accounts.
 */
final class Graph {

  private static final double TYPICAL_FOLLOWEES = 40;
  private static final double SPREAD = 0.9;

  private final long seed;
  private final int accounts;

  Graph(WorldSettings settings) {
    seed = settings.seed();
    accounts = settings.accounts();
  }

  /** The accounts that one follows, ascending. */
  IntStream followees(int account) {
    BitSet chosen = new BitSet();
    int choices = choices(account);
    for (int draw = 0; draw < choices; draw++) {
      chosen.set(followee(account, draw));
    }
    chosen.clear(account);
    return chosen.stream();
  }

  IntStream followers(int account) {
    return IntStream.range(0, accounts).filter(reader -> follows(reader, account));
  }

  /** One of the accounts that this one follows, by a number between 0 and 1; itself when it is alone in the world. */
  int someFollowee(int account, double which) {
    return followee(account, (int) (which * choices(account)));
  }

  private boolean follows(int reader, int writer) {
    int choices = choices(reader);
    for (int draw = 0; draw < choices && reader != writer; draw++) {
      if (followee(reader, draw) == writer) {
        return true;
      }
    }
    return false;
  }

  private int followee(int account, int draw) {
    int chosen = Dice.of(seed, Purpose.FOLLOWEES, account, draw).ranked(accounts);
    return chosen != account ? chosen : (account + 1) % accounts;
  }

  /** How often an account chose someone to follow; a little more than those it follows, as some are chosen twice. */
  int choices(int account) {
    double choices = Dice.of(seed, Purpose.HABITS, account).around(TYPICAL_FOLLOWEES, SPREAD);
    return Math.clamp((long) choices, 1, Math.max(1, accounts / 2));
  }
}
