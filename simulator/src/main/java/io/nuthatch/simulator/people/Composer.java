package io.nuthatch.simulator.people;

import io.nuthatch.simulator.people.Dice.Purpose;
import io.nuthatch.simulator.people.Post.Body;
import io.nuthatch.simulator.people.Post.Kind;
import io.nuthatch.simulator.people.Post.Media;
import io.nuthatch.simulator.people.Post.Point;
import io.nuthatch.simulator.people.Post.Reference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the computed posts: what they refer to, what they say, in which words, with which media. */
final class Composer {

  private static final double TYPICAL_WORDS = 14;
  private static final int LONGEST = 225;
  private static final double OLDEST_REFERENCE_MINUTES = 2_880;

  private final long seed;
  private final Chronicle chronicle;
  private final Census census;
  private final Graph graph;
  private final Fate fate;

  Composer(WorldSettings settings, Chronicle chronicle, Census census, Graph graph, Fate fate) {
    this.seed = settings.seed();
    this.chronicle = chronicle;
    this.census = census;
    this.graph = graph;
    this.fate = fate;
  }

  /**
   * Writes one version of a post.
   *
   * @param versions the ids of the versions to mention, the first of them the post's origin
   */
  Post compose(long id, List<Long> versions) {
    long origin = versions.getFirst();
    Kind kind = chronicle.kind(origin);
    Reference reference = kind == Kind.ORIGINAL ? null : reference(origin);
    if (reference == null) {
      kind = Kind.ORIGINAL;
    }
    if (kind == Kind.RETWEET && reference != null) {
      return new Post(id, kind, reference, body(reference.id(), null, 0), versions);
    }
    return new Post(id, kind, reference, body(origin, kind == Kind.REPLY ? reference : null, versions.indexOf(id)),
        versions);
  }

  /** What a post is about; a retweet's own topic does not show. */
  int topic(long origin) {
    Dice dice = Dice.of(seed, Purpose.TOPIC, origin);
    if (dice.chance(0.7)) {
      return Dice.of(seed, Purpose.TOPIC, Snowflake.account(origin), dice.below(3)).ranked(Lexicon.TOPICS.size());
    }
    return dice.ranked(Lexicon.TOPICS.size());
  }

  /** The post that one repeats, answers or quotes: a recent original of someone its author follows. */
  private @Nullable Reference reference(long origin) {
    int author = Snowflake.account(origin);
    long birth = Snowflake.millis(origin);
    Dice dice = Dice.of(seed, Purpose.REFERENCE, origin);
    int other = graph.someFollowee(author, dice.unit());
    double minutes = StrictMath.exp(dice.unit() * StrictMath.log(OLDEST_REFERENCE_MINUTES));
    long id = chronicle.lastOriginal(other, birth - (long) (minutes * 60_000));
    if (id == 0 || chronicle.deletedAt(id) <= birth || fate.state(other, birth) != AccountState.ACTIVE) {
      return null;
    }
    return new Reference(id);
  }

  private Body body(long origin, @Nullable Reference answered, int version) {
    int author = Snowflake.account(origin);
    long birth = Snowflake.millis(origin);
    Dice dice = Dice.of(seed, Purpose.TEXT, origin);
    var topic = Lexicon.TOPICS.get(topic(origin));
    String language = census.language(author);
    Draft draft = new Draft();
    if (answered != null) {
      mention(draft, Snowflake.account(answered.id()), birth);
    }
    sentence(draft, dice, language, topic.words());
    if (version > 0) {
      draft.space().text("(" + Lexicon.COMMON.getOrDefault(language, List.of()).getLast() + " " + version + ")");
    }
    if (dice.chance(0.12)) {
      mention(draft, graph.someFollowee(author, dice.unit()), birth);
    }
    int tags = dice.ranked(4);
    for (int i = 0; i < tags && i < topic.tags().size(); i++) {
      draft.space().hashtag(topic.tags().get(i));
    }
    if (dice.chance(0.25)) {
      String site = dice.pick(Lexicon.SITES);
      draft.space()
          .link(Draft.code(dice.bits()), "https://" + site + "/" + topic.name() + "/" + dice.below(100_000) + ".html");
    }
    List<Media> media = dice.chance(0.2) ? media(dice, origin) : List.of();
    Point point = dice.chance(0.03) ? place(dice) : null;
    return new Body(draft.text(), language, draft.entities(), media, media.isEmpty() ? "" : Draft.code(dice.bits()),
        point);
  }

  private void sentence(Draft draft, Dice dice, String language, List<String> topicWords) {
    List<String> common = Lexicon.COMMON.getOrDefault(language, List.of());
    int words = 4 + (int) dice.around(TYPICAL_WORDS, 0.7);
    String mark = ".";
    for (int i = 0; i < words && draft.length() < LONGEST; i++) {
      String word = dice.pick(dice.chance(0.25) ? topicWords : common);
      draft.space().text(mark.equals(".") ? Character.toUpperCase(word.charAt(0)) + word.substring(1) : word);
      mark = dice.chance(0.04) ? "." : dice.chance(0.04) ? "," : "";
      draft.text(mark);
      if (dice.chance(0.03)) {
        draft.space().text(dice.pick(Lexicon.EMOJI));
      }
    }
    draft.text(!mark.isEmpty() ? "" : dice.chance(0.15) ? "!" : ".");
  }

  private void mention(Draft draft, int account, long millis) {
    draft.space().mention(AccountIds.id(account), census.screenName(account, millis), census.name(account));
  }

  private static List<Media> media(Dice dice, long origin) {
    if (dice.chance(0.25)) {
      var type = dice.chance(0.7) ? Media.Type.VIDEO : Media.Type.ANIMATION;
      return List.of(new Media(Draft.mediaId(origin, 0), type, 1280, 720, 4_000 + dice.below(120_000)));
    }
    List<Media> photos = new ArrayList<>();
    int count = 1 + dice.ranked(4);
    for (int i = 0; i < count; i++) {
      boolean upright = dice.chance(0.4);
      photos.add(new Media(Draft.mediaId(origin, i), Media.Type.PHOTO, upright ? 900 : 1200, upright ? 1200 : 900, 0));
    }
    return List.copyOf(photos);
  }

  private static Point place(Dice dice) {
    var city = dice.pick(Lexicon.CITIES);
    return new Point(city.latitude() + Math.round(dice.unit() * 1000) / 10_000.0,
        city.longitude() + Math.round(dice.unit() * 1000) / 10_000.0);
  }
}
