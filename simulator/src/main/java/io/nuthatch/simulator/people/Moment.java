package io.nuthatch.simulator.people;

import io.nuthatch.simulator.people.Overlay.Written;
import io.nuthatch.simulator.people.Post.Kind;
import io.nuthatch.simulator.people.Post.Reference;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.PrimitiveIterator;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * The world as the public sees it at one instant. Answers of one moment agree with each other, but for what tests add
 * meanwhile, which shows at once.
 */
public final class Moment {

  private final World world;
  private final long millis;

  Moment(World world, Instant instant) {
    this.world = world;
    this.millis = instant.toEpochMilli();
  }

  public Instant instant() {
    return Instant.ofEpochMilli(millis);
  }

  /** No computed post is older. */
  public Instant beginning() {
    return world.settings().beginning();
  }

  /** The same world at another instant. */
  public Moment at(Instant instant) {
    return new Moment(world, instant);
  }

  /** An account whatever its state; empty when there never was one or its owner has closed it. */
  public Optional<Account> account(long id) {
    return Optional.ofNullable(byNumber(AccountIds.account(id)));
  }

  public Optional<Account> account(String screenName) {
    Integer named = world.overlay.byName(screenName);
    if (named != null) {
      return Optional.ofNullable(byNumber(named));
    }
    int number = world.census.byScreenName(screenName, millis);
    return number >= 0 && world.overlay.name(number) == null ? Optional.ofNullable(byNumber(number)) : Optional.empty();
  }

  /** Looks for one version of a post. */
  public Sighting find(long id) {
    long origin = world.origin(id);
    if (origin == 0 || !isBorn(id) || isDeleted(origin)) {
      return new Sighting.Gone();
    }
    AccountState state = state(Snowflake.account(id));
    if (state == AccountState.CLOSED) {
      return new Sighting.Gone();
    }
    if (state != AccountState.ACTIVE) {
      return new Sighting.Hidden(state);
    }
    Post post = compose(id, origin);
    return isCutOff(post) ? new Sighting.Gone() : new Sighting.Seen(post);
  }

  /** A post that is there, whether or not its author's state lets the public see it. */
  Optional<Post> evenIfHidden(long id) {
    long origin = world.origin(id);
    return origin == 0 || !isBorn(id) || isDeleted(origin) ? Optional.empty() : Optional.of(compose(id, origin));
  }

  public Optional<Post> post(long id) {
    return find(id) instanceof Sighting.Seen(Post post) ? Optional.of(post) : Optional.empty();
  }

  /** The posts of one account, each in its latest version, the newest first. Nothing while the account is hidden. */
  public Stream<Post> posts(long accountId, IdRange range) {
    int number = AccountIds.account(accountId);
    return number < 0 || state(number) != AccountState.ACTIVE ? Stream.empty() : posts(ids(number, range));
  }

  /**
   * As {@link #posts(long, IdRange)} for platforms on which a post keeps its id when it is edited: each post in its
   * latest version, but in the place of its first.
   */
  public Stream<Post> inPlace(long accountId, IdRange range) {
    int number = AccountIds.account(accountId);
    return number < 0 || state(number) != AccountState.ACTIVE ? Stream.empty() : inPlace(ids(number, range));
  }

  /** As {@link #posts(IdRange, Narrowing)}, each post in the place of its first version. */
  public Stream<Post> inPlace(IdRange range, Narrowing narrowing) {
    return inPlace(ids(range, narrowing));
  }

  /** A post in its latest version, found by the id of its first. */
  public Optional<Post> latest(long origin) {
    return find(origin) instanceof Sighting.Seen(Post post) && post.origin() == origin
        ? post(post.versions().getLast())
        : Optional.empty();
  }

  private Stream<Post> inPlace(LongStream ids) {
    return ids.filter(id -> world.origin(id) == id && !isDeleted(id))
        .filter(id -> state(Snowflake.account(id)) == AccountState.ACTIVE)
        .mapToObj(id -> compose(versions(id).getLast(), id))
        .filter(post -> !isCutOff(post));
  }

  /**
   * The id of the n-th newest post of an account, or 0 when it has fewer. Counts retweets of what has been deleted, as
   * platforms do that stop at a number.
   */
  public long nthNewest(long accountId, int n) {
    int number = AccountIds.account(accountId);
    return number < 0 ? 0 : ids(number, IdRange.ALL).filter(this::isListed).skip(n - 1).findFirst().orElse(0);
  }

  /** The posts of all accounts, each in its latest version, the newest first. */
  public Stream<Post> posts(IdRange range, Narrowing narrowing) {
    return posts(ids(range, narrowing));
  }

  /** The numbers on a post. A retweet has none of its own but the count of its original's retweets. */
  public Engagement engagement(Post post) {
    if (post.kind() == Kind.RETWEET && post.reference() != null) {
      return new Engagement(engagement(world.origin(post.reference().id())).retweets(), 0, 0, 0, 0, 0);
    }
    return engagement(post.origin());
  }

  private Engagement engagement(long origin) {
    Engagement pinned = world.overlay.engagement(origin);
    return pinned != null ? pinned : world.attention.at(origin, world.audience(Snowflake.account(origin)), millis);
  }

  /** The state of an account, which decides whether its posts are seen. */
  AccountState state(int number) {
    AccountState changed = world.overlay.state(number);
    if (changed != null) {
      return changed;
    }
    return world.census.holds(number) ? world.fate.state(number, millis) : AccountState.ACTIVE;
  }

  List<Long> versions(long origin) {
    List<Long> later = world.overlay.laterVersions(origin);
    long[] edits = world.overlay.written(origin) == null ? world.chronicle.edits(origin) : new long[0];
    if (later.isEmpty() && edits.length == 0) {
      return List.of(origin);
    }
    List<Long> versions = new ArrayList<>();
    versions.add(origin);
    for (long edit : edits) {
      if (isBorn(edit)) {
        versions.add(edit);
      }
    }
    versions.addAll(later);
    return List.copyOf(versions);
  }

  private @Nullable Account byNumber(int number) {
    if (number < 0 || state(number) == AccountState.CLOSED) {
      return null;
    }
    return world.account(number, millis, state(number));
  }

  private Post compose(long id, long origin) {
    List<Long> versions = versions(origin);
    Written written = world.overlay.written(id);
    return written == null
        ? world.composer.compose(id, versions)
        : new Post(id, written.kind(), written.reference(), written.body(), versions);
  }

  private Stream<Post> posts(LongStream ids) {
    return ids.filter(this::isListed)
        .filter(id -> state(Snowflake.account(id)) == AccountState.ACTIVE)
        .mapToObj(id -> compose(id, world.origin(id)))
        .filter(post -> !isCutOff(post));
  }

  /** Lists show a post that is there, in its latest version only. */
  private boolean isListed(long id) {
    long origin = world.origin(id);
    return !isDeleted(origin) && versions(origin).getLast() == id;
  }

  /** A retweet goes with what it repeats. */
  private boolean isCutOff(Post post) {
    Reference reference = post.reference();
    if (post.kind() != Kind.RETWEET || reference == null) {
      return false;
    }
    long origin = world.origin(reference.id());
    return isDeleted(origin) || state(Snowflake.account(origin)) != AccountState.ACTIVE;
  }

  private boolean isDeleted(long origin) {
    return world.overlay.isDeleted(origin)
        || (world.overlay.written(origin) == null && world.chronicle.deletedAt(origin) <= millis);
  }

  private boolean isBorn(long id) {
    return Snowflake.millis(id) <= millis || world.overlay.written(id) != null;
  }

  private IdRange past() {
    Instant beginning = world.settings().beginning();
    return new IdRange(Snowflake.first(beginning) - 1, Snowflake.last(instant()));
  }

  private LongStream ids(IdRange range, Narrowing narrowing) {
    LongStream computed = longs(new Backwards(world.hours::posts, range.and(past()))).filter(promising(narrowing));
    return merged(computed.iterator(), world.overlay.ids(range).iterator());
  }

  private LongStream ids(int number, IdRange range) {
    Iterator<Long> explicit = world.overlay.ids(number, range).iterator();
    if (!world.census.holds(number)) {
      return merged(LongStream.empty().iterator(), explicit);
    }
    return merged(new Backwards(hour -> world.chronicle.hour(number, hour), range.and(past())), explicit);
  }

  /** Passes over what cannot be found, as far as that can be told without writing the post. */
  private LongPredicate promising(Narrowing narrowing) {
    Set<Long> authors = narrowing.authors();
    BitSet topics = narrowing.words() == null ? null : topics(narrowing.words());
    return id -> {
      if (authors != null && !authors.contains(AccountIds.id(Snowflake.account(id)))) {
        return false;
      }
      if (topics == null) {
        return true;
      }
      long origin = world.origin(id);
      return topics.get(world.composer.topic(origin)) || world.chronicle.kind(origin) == Kind.RETWEET;
    };
  }

  /** The topics in which the words occur; null when one may be part of a name, which any post may mention. */
  private @Nullable BitSet topics(Set<String> words) {
    BitSet topics = new BitSet();
    for (String word : words) {
      if (!word.isEmpty() && Character.isDigit(word.charAt(word.length() - 1))) {
        return null;
      }
      topics.or(Lexicon.topicsWith(word));
    }
    return topics;
  }

  private static LongStream merged(PrimitiveIterator.OfLong computed, Iterator<Long> explicit) {
    return explicit.hasNext() ? longs(new Merged(computed, explicit)) : longs(computed);
  }

  private static LongStream longs(PrimitiveIterator.OfLong iterator) {
    return StreamSupport.longStream(Spliterators.spliteratorUnknownSize(iterator, Spliterator.ORDERED), false);
  }

  /** Two descending runs as one. */
  private static final class Merged implements PrimitiveIterator.OfLong {

    private final PrimitiveIterator.OfLong first;
    private final Iterator<Long> second;
    private @Nullable Long headOfFirst;
    private @Nullable Long headOfSecond;

    Merged(PrimitiveIterator.OfLong first, Iterator<Long> second) {
      this.first = first;
      this.second = second;
      headOfFirst = next(first);
      headOfSecond = next(second);
    }

    @Override
    public boolean hasNext() {
      return headOfFirst != null || headOfSecond != null;
    }

    @Override
    public long nextLong() {
      Long one = headOfFirst;
      Long two = headOfSecond;
      if (one != null && (two == null || one > two)) {
        headOfFirst = next(first);
        return one;
      }
      headOfSecond = next(second);
      return Objects.requireNonNull(two, "no more posts");
    }

    private static @Nullable Long next(Iterator<Long> iterator) {
      return iterator.hasNext() ? iterator.next() : null;
    }
  }
}
