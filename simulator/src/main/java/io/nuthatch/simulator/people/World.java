package io.nuthatch.simulator.people;

import io.nuthatch.simulator.SimulatorException;
import io.nuthatch.simulator.people.Overlay.Written;
import io.nuthatch.simulator.people.Post.Body;
import io.nuthatch.simulator.people.Post.Kind;
import io.nuthatch.simulator.people.Post.Reference;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * A world of people who post. Computed from its settings, the same on every machine; nothing of it is stored, so size
 * costs nothing until it is asked for. Tests may add accounts and posts and change what is there; that shows at once.
 *
 * <p>Any number of threads may share one world. It has no idea of platforms, callers or quotas.
 */
public final class World {

  /*
   * Rhythm says when, Chronicle which posts exist and for how long, Composer what they say, Attention the numbers on
   * them, Census and Fate who the accounts are, Graph who follows whom. Overlay has what tests have changed. Hours and
   * Backwards turn existence into lists. Moment puts all of them together for one instant.
   */

  private static final Account.Tally NEWCOMER = new Account.Tally(100, 50, 0, 0, 0);

  final Overlay overlay = new Overlay();
  final Fate fate;
  final Census census;
  final Chronicle chronicle;
  final Composer composer;
  final Attention attention;
  final Hours hours;
  private final WorldSettings settings;
  private final InstantSource clock;
  private final Graph graph;

  private World(WorldSettings settings, InstantSource clock) {
    this.settings = settings;
    this.clock = clock;
    Rhythm rhythm = new Rhythm(settings);
    graph = new Graph(settings);
    fate = new Fate(settings);
    census = new Census(settings, rhythm, graph, fate);
    chronicle = new Chronicle(settings, rhythm);
    composer = new Composer(settings, chronicle, census, graph, fate);
    attention = new Attention(settings);
    hours = new Hours(chronicle, settings.accounts());
  }

  public static World open(WorldSettings settings, InstantSource clock) {
    return new World(settings, clock);
  }

  public WorldSettings settings() {
    return settings;
  }

  public InstantSource clock() {
    return clock;
  }

  public Moment now() {
    return new Moment(this, clock.instant());
  }

  public Moment at(Instant instant) {
    return new Moment(this, instant);
  }

  /** What happens from now on. */
  public WorldEvents events() {
    return new WorldEvents(this, clock.instant(), overlay.events());
  }

  /** What has happened since an instant, that instant included, and happens from now on. */
  public WorldEvents eventsSince(Instant instant) {
    return new WorldEvents(this, instant.minusMillis(1), overlay.eventsBefore(instant));
  }

  /** The ids of all computed accounts, the most followed first. */
  public LongStream accounts() {
    return LongStream.range(0, settings.accounts()).map(number -> AccountIds.id((int) number));
  }

  /** The ids of the computed accounts that a computed account follows. */
  public LongStream followees(long accountId) {
    return graph.followees(computed(accountId)).mapToLong(AccountIds::id);
  }

  /** The ids of the computed accounts that follow a computed account. Looks at every account of the world. */
  public LongStream followers(long accountId) {
    return graph.followers(computed(accountId)).mapToLong(AccountIds::id);
  }

  /** Adds an account that posts only what it is told to. */
  public Account account(String screenName) {
    return account(new Account.Profile(screenName, screenName, "", "", "en", false));
  }

  public synchronized Account account(Account.Profile profile) {
    requireFree(profile.screenName());
    int number = overlay.nextNumber(settings.accounts());
    Account account = new Account(AccountIds.id(number), profile, NEWCOMER, AccountState.ACTIVE, clock.instant());
    overlay.add(account);
    return account;
  }

  public Post post(long accountId, String text) {
    return post(accountId, NewPost.saying(text));
  }

  /** Adds a post at the current time. Its id is greater than that of any other post its author has so far. */
  public synchronized Post post(long accountId, NewPost draft) {
    int author = number(accountId);
    Reference reference = draft.kind() == Kind.ORIGINAL ? null : new Reference(existing(draft.reference()).id());
    long id = nextId(author);
    Body body = draft.kind() == Kind.RETWEET && reference != null
        ? existing(reference.id()).body()
        : Dictation.write(draft, id, now());
    return publish(new Written(id, id, draft.kind(), reference, body));
  }

  /** Adds a version with another text; it gets an id of its own. */
  public synchronized Post edit(long postId, String text) {
    Post before = existing(postId);
    if (before.kind() == Kind.RETWEET) {
      throw SimulatorException.callers("post " + postId + " is a retweet and cannot be edited");
    }
    long id = nextId(before.author());
    Body body = Dictation.write(NewPost.saying(text).in(before.body().language()), id, now());
    return publish(new Written(id, before.origin(), before.kind(), before.reference(), body));
  }

  /** Deletes a post with all its versions. */
  public synchronized void delete(long postId) {
    List<Post> versions = existing(postId).versions().stream().map(this::existing).toList();
    overlay.delete(versions.getFirst().id());
    Instant now = clock.instant();
    versions.forEach(version -> overlay.record(new WorldEvent.Deleted(version, now)));
  }

  /** From now on the post has these numbers, whatever its age. */
  public void engagement(long postId, Engagement numbers) {
    overlay.engagement(existing(postId).origin(), numbers);
  }

  public void suspend(long accountId) {
    overlay.state(number(accountId), AccountState.SUSPENDED);
  }

  public void protect(long accountId) {
    overlay.state(number(accountId), AccountState.PROTECTED);
  }

  public void close(long accountId) {
    overlay.state(number(accountId), AccountState.CLOSED);
  }

  /** Makes an account and its posts public again. */
  public void restore(long accountId) {
    overlay.state(number(accountId), AccountState.ACTIVE);
  }

  public synchronized void rename(long accountId, String screenName) {
    Account account = now().account(accountId).orElseThrow(() -> noAccount(accountId));
    requireFree(screenName);
    overlay.rename(account.number(), account.screenName(), screenName);
  }

  /** The first version of the post that has this id among its versions, now or later; 0 when there is none. */
  long origin(long id) {
    Written written = overlay.written(id);
    return written == null ? chronicle.origin(id) : written.origin();
  }

  double audience(int number) {
    return census.holds(number) ? census.followers(number) : NEWCOMER.followers();
  }

  @Nullable
  Account account(int number, long millis, AccountState state) {
    Account member = overlay.member(number);
    if (member == null && !census.holds(number)) {
      return null;
    }
    Account account = member == null ? census.account(number, millis) : member;
    Account.Tally tally = account.tally();
    long posts = tally.posts() + overlay.posts(number);
    String renamed = overlay.name(number);
    Account.Profile profile = account.profile();
    if (renamed != null) {
      profile = new Account.Profile(renamed, profile.name(), profile.bio(), profile.location(), profile.language(),
          profile.verified());
    }
    return new Account(account.id(), profile,
        new Account.Tally(tally.followers(), tally.following(), posts, tally.likes(), tally.listed()), state,
        account.created());
  }

  private void requireFree(String screenName) {
    if (!screenName.matches("\\w{1,15}")) {
      throw SimulatorException
          .callers("a screen name has 1 to 15 letters, digits or underscores, not \"" + screenName + "\"");
    }
    if (now().account(screenName).isPresent()) {
      throw SimulatorException.callers("the name " + screenName + " is taken; choose another");
    }
  }

  private Post publish(Written version) {
    overlay.add(version);
    Post post = existing(version.id());
    if (now().find(post.id()) instanceof Sighting.Seen) {
      overlay.record(new WorldEvent.Posted(post));
    }
    return post;
  }

  private Post existing(long postId) {
    return now().evenIfHidden(postId)
        .orElseThrow(() -> SimulatorException.callers("there is no post " + postId + " now"));
  }

  private int number(long accountId) {
    int number = AccountIds.account(accountId);
    if (!census.holds(number) && overlay.member(number) == null) {
      throw noAccount(accountId);
    }
    return number;
  }

  private int computed(long accountId) {
    int number = AccountIds.account(accountId);
    if (!census.holds(number)) {
      throw noAccount(accountId);
    }
    return number;
  }

  private static SimulatorException noAccount(long accountId) {
    return SimulatorException.callers("there is no account " + accountId + " in this world");
  }

  private long nextId(int author) {
    long millis = clock.millis();
    var own = overlay.ids(author, IdRange.ALL);
    if (!own.isEmpty()) {
      millis = Math.max(millis, Snowflake.millis(own.first()) + 1);
    }
    while (origin(Snowflake.id(millis, author)) != 0) {
      millis++;
    }
    return Snowflake.id(millis, author);
  }
}
