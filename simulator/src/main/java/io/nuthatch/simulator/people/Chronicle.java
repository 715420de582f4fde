package io.nuthatch.simulator.people;

import io.nuthatch.simulator.people.Dice.Purpose;
import io.nuthatch.simulator.people.Post.Kind;
import java.util.Arrays;

/**
 * Which computed posts exist: when each is born, edited and deleted. Speaks of posts by id alone and never writes one.
 * The first version's id is the key to everything else about a post.
 */
final class Chronicle {

  /*
   * Edits. Up to five versions within 30 minutes, each with an id of its own. Versions after the first are born in odd
   * milliseconds m with m mod 256 = 2·(slot mod 128) + 1, the slot being the first version's. Half an hour is at most 64
   * slots, so the id of an edit leads to the one slot it can come from, and two posts' edits never share an id.
   *
   * Deletions. A post is deleted within the hour after one of a few fixed ages. All deletions of an hour are therefore
   * found among the posts of a dozen earlier hours.
   */

  private static final double RETWEETS = 0.25;
  private static final double REPLIES = 0.2;
  private static final double QUOTES = 0.06;
  private static final long EDIT_WINDOW = 29 * 60_000;
  private static final int[] DELETION_HOURS = {0, 1, 6, 24, 72, 168};
  private static final double[] DELETION_SHARES = {0.35, 0.60, 0.75, 0.87, 0.95, 1};

  private final WorldSettings settings;
  private final Rhythm rhythm;

  Chronicle(WorldSettings settings, Rhythm rhythm) {
    this.settings = settings;
    this.rhythm = rhythm;
  }

  /** The id of the first version of the post that has this id as one of its versions; 0 when there is no such post. */
  long origin(long id) {
    int account = Snowflake.account(id);
    if (id <= 0 || account >= rhythm.accounts()) {
      return 0;
    }
    long millis = Snowflake.millis(id);
    long slot = rhythm.slot(account, millis);
    if ((millis & 1) == 0) {
      return rhythm.birth(account, slot) == millis ? id : 0;
    }
    long birth = rhythm.birth(account, slot - Math.floorMod(slot - ((millis & 255) >> 1), 128L));
    if (birth == Rhythm.NONE) {
      return 0;
    }
    long origin = Snowflake.id(birth, account);
    return Arrays.binarySearch(edits(origin), id) >= 0 ? origin : 0;
  }

  /** The kind a post is meant to be; a retweet, reply or quote that finds nothing to refer to becomes an original. */
  Kind kind(long origin) {
    double drawn = Dice.unit(Dice.hash(settings.seed(), Purpose.KIND, origin));
    if (drawn < RETWEETS) {
      return Kind.RETWEET;
    }
    if (drawn < RETWEETS + REPLIES) {
      return Kind.REPLY;
    }
    return drawn < RETWEETS + REPLIES + QUOTES ? Kind.QUOTE : Kind.ORIGINAL;
  }

  /** The ids of all versions after the first, ascending. */
  long[] edits(long origin) {
    double share = settings.upheaval().edited();
    if (share == 0 || Dice.unit(Dice.hash(settings.seed(), Purpose.EDIT, origin)) >= share
        || kind(origin) == Kind.RETWEET) {
      return new long[0];
    }
    int account = Snowflake.account(origin);
    long birth = Snowflake.millis(origin);
    long residue = 2 * Math.floorMod(rhythm.slot(account, birth), 128L) + 1;
    Dice dice = Dice.of(settings.seed(), Purpose.EDIT, origin, 1);
    long[] edits = new long[5];
    int count = 0;
    long time = birth;
    do {
      time += 20_000 + (long) (dice.unit() * 240_000);
      edits[count++] = Snowflake.id((time & ~255L) + residue, account);
    } while (count < edits.length && dice.chance(0.3) && time < birth + EDIT_WINDOW - 260_000);
    return Arrays.copyOf(edits, count);
  }

  /** The millisecond in which the post disappears, or {@link Long#MAX_VALUE} when it stays. */
  long deletedAt(long origin) {
    double share = settings.upheaval().deleted();
    if (share == 0 || Dice.unit(Dice.hash(settings.seed(), Purpose.DELETION, origin)) >= share) {
      return Long.MAX_VALUE;
    }
    Dice dice = Dice.of(settings.seed(), Purpose.DELETION, origin, 1);
    double drawn = dice.unit();
    int age = 0;
    while (drawn >= DELETION_SHARES[age]) {
      age++;
    }
    return Snowflake.millis(origin) + DELETION_HOURS[age] * Rhythm.HOUR + 5_000 + (long) (dice.unit() * 3_300_000);
  }

  /** The hours, counted back from a given one, whose posts can be deleted in it; ascending. */
  static int[] hoursBeforeDeletion() {
    return Arrays.stream(DELETION_HOURS).flatMap(age -> Arrays.stream(new int[]{age, age + 1})).distinct().toArray();
  }

  /** The ids of all versions that an account's posts got in one hour of the epoch, ascending. */
  long[] hour(int account, long hour) {
    int slots = rhythm.slotsPerHour(account);
    long first = rhythm.slot(account, hour * Rhythm.HOUR);
    long[] ids = new long[4];
    int count = 0;
    boolean edited = settings.upheaval().edited() > 0;
    for (long slot = edited ? first - (slots + 1) / 2 : first; slot < first + slots; slot++) {
      long birth = rhythm.birth(account, slot);
      if (birth == Rhythm.NONE) {
        continue;
      }
      long origin = Snowflake.id(birth, account);
      long[] edits = edits(origin);
      if (count + edits.length + 1 > ids.length) {
        ids = Arrays.copyOf(ids, 2 * ids.length + edits.length);
      }
      if (slot >= first) {
        ids[count++] = origin;
      }
      for (long edit : edits) {
        if (Math.floorDiv(Snowflake.millis(edit), Rhythm.HOUR) == hour) {
          ids[count++] = edit;
        }
      }
    }
    ids = Arrays.copyOf(ids, count);
    Arrays.sort(ids);
    return ids;
  }

  /** The id of the last original that an account wrote up to a time and within reach, or 0. */
  long lastOriginal(int account, long millis) {
    long slot = rhythm.slot(account, millis);
    for (long oldest = slot - 256; slot > oldest; slot--) {
      long birth = rhythm.birth(account, slot);
      if (birth != Rhythm.NONE && birth <= millis) {
        long id = Snowflake.id(birth, account);
        if (kind(id) == Kind.ORIGINAL) {
          return id;
        }
      }
    }
    return 0;
  }
}
