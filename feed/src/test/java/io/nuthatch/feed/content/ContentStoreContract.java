package io.nuthatch.feed.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.nuthatch.database.Database;
import io.nuthatch.feed.FeedException;
import io.nuthatch.feed.content.ContentChange.Kind;
import io.nuthatch.model.AccountName;
import io.nuthatch.model.Attachments;
import io.nuthatch.model.Author;
import io.nuthatch.model.Counters;
import io.nuthatch.model.Json;
import io.nuthatch.model.Post;
import io.nuthatch.model.PostName;
import io.nuthatch.model.Relations;
import io.nuthatch.model.Sighting.Evidence;
import io.nuthatch.model.Wording;
import io.nuthatch.simulator.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the content store promises, on every database. */
abstract class ContentStoreContract {

  private final List<ContentChange> changes = new ArrayList<>();
  private final ManualClock clock = ManualClock.at(Samples.NOON);
  private Database database;
  private ContentStore store;

  /** A new database without tables; closed by the contract. */
  abstract Database openDatabase();

  @BeforeEach
  final void open() {
    database = openDatabase();
    store = ContentStore.open(database, (transaction, news) -> changes.addAll(news), clock);
  }

  @AfterEach
  final void close() {
    database.close();
  }

  private List<Long> keepTen() {
    return store.keep(IntStream.range(0, 10).mapToObj(Samples::post).toList(), Samples.seen(10));
  }

  private List<String> texts(List<StoredPost> posts) {
    return posts.stream().map(post -> post.post().wording().text()).toList();
  }

  @Test
  void everythingOfAPost_isReadBack() {
    Post post = Samples.rich(1);
    long id = store.keep(List.of(post), Samples.seen(5)).getFirst();

    StoredPost stored = store.find(id).orElseThrow();
    assertThat(stored.post()).isEqualTo(post);
    assertThat(stored.id()).isEqualTo(PostIds.of(post.name(), post.createdAt())).isPositive();
    Capture capture = new Capture(Samples.seen(5).at(), new Evidence("c1/warc-0.warc.gz", 500));
    assertThat(stored.history()).isEqualTo(new StoredPost.History(capture, capture, null, 1, null));
    assertThat(store.find(post.name())).contains(stored);
    assertThat(store.find(new PostName("twitter", "none"))).isEmpty();
    assertThat(store.find(new PostName("nowhere", "1"))).isEmpty();
    assertThat(store.find(-1)).isEmpty();
  }

  @Test
  void samePageAgain_changesNothing() {
    List<Long> ids = keepTen();
    List<StoredPost> before = store.hydrate(ids);
    changes.clear();

    assertThat(keepTen()).isEqualTo(ids);
    assertThat(store.hydrate(ids)).isEqualTo(before);
    assertThat(store.observations(ids.getFirst())).hasSize(1);
    assertThat(store.count("c1")).isEqualTo(10);
    assertThat(changes).isEmpty();
  }

  @Test
  void postTwiceInOnePage_isOnePost() {
    List<Long> ids = store.keep(List.of(Samples.post(1), Samples.post(2), Samples.post(1)), Samples.seen(1));
    assertThat(ids.get(0)).isEqualTo(ids.get(2)).isNotEqualTo(ids.get(1));
  }

  @Test
  void nothing_isKept() {
    assertThat(store.keep(List.of(), Samples.seen(1))).isEmpty();
    assertThat(store.hydrate(List.of())).isEmpty();
    assertThat(changes).isEmpty();
  }

  @Test
  void laterSighting_updates_andKeepsWhatWas() {
    long id = store.keep(List.of(Samples.post(1, 1, "first", 5)), Samples.seen(1)).getFirst();
    changes.clear();
    store.keep(List.of(Samples.post(1, 1, "second", 7)), Samples.seen(20, "c1", "s2"));

    StoredPost now = store.find(id).orElseThrow();
    assertThat(now.post()).isEqualTo(Samples.post(1, 1, "second", 7));
    assertThat(now.history()).isEqualTo(new StoredPost.History(
        new Capture(Samples.seen(1).at(), new Evidence("c1/warc-0.warc.gz", 100)),
        new Capture(Samples.seen(20).at(), new Evidence("c1/warc-2.warc.gz", 2000)), Samples.seen(20).at(), 2, null));
    assertThat(store.versions(id)).containsExactly(new Version(Samples.seen(1).at(), "first", null));
    assertThat(store.observations(id)).extracting(o -> o.counters().likes()).containsExactly(5L, 7L);
    assertThat(changes).containsExactly(new ContentChange(Kind.EDITED, List.of(id), "c1"));
    assertThat(store.memberships(id)).containsExactly(new Membership("c1", "s1"), new Membership("c1", "s2"));
  }

  @Test
  void earlierSighting_doesNotTurnBack() {
    long id = store.keep(List.of(Samples.post(1, 1, "now", 7)), Samples.seen(20)).getFirst();
    store.keep(List.of(Samples.post(1, 1, "before", 5)), Samples.seen(1));
    store.keep(List.of(Samples.post(1, 1, "between", 6)), Samples.seen(10));

    StoredPost post = store.find(id).orElseThrow();
    assertThat(post.post()).isEqualTo(Samples.post(1, 1, "now", 7));
    assertThat(post.history().first().at()).isEqualTo(Samples.seen(1).at());
    assertThat(post.history().version()).isOne();
    assertThat(store.observations(id)).extracting(o -> o.counters().likes()).containsExactly(5L, 6L, 7L);
  }

  @Test
  void sightingWithoutCounters_keepsThem() {
    long id = store.keep(List.of(Samples.post(1)), Samples.seen(1)).getFirst();
    store.keep(List.of(Samples.with(Samples.post(1), Counters.NONE)), Samples.seen(2));
    assertThat(store.find(id).orElseThrow().post().counters()).isEqualTo(Samples.post(1).counters());
    assertThat(store.observations(id)).extracting(Observation::at).containsExactly(Samples.seen(1).at());

    store.keep(List.of(Samples.post(1, 1, "post 1", 9)), Samples.seen(3));
    assertThat(store.observations(id)).extracting(Observation::at).containsExactly(Samples.seen(1).at(),
        Samples.seen(3).at());
  }

  @Test
  void observations_areASeries_oneForEachTime() {
    long id = store.keep(List.of(Samples.post(1, 1, "a", 1)), Samples.seen(1)).getFirst();
    for (int minute : List.of(5, 3, 5, 9, 3)) {
      store.observe(Samples.seen(minute).at(), Map.of(id, Samples.post(1, 1, "a", minute).counters(), 77L,
          Counters.NONE, 78L, new Counters(1, 1, 1, 1, 1, 1)));
    }
    store.keep(List.of(Samples.post(1, 1, "a", 7)), Samples.seen(7));

    assertThat(store.observations(id)).extracting(o -> o.counters().likes()).containsExactly(1L, 3L, 5L, 7L, 9L);
    StoredPost post = store.find(id).orElseThrow();
    assertThat(post.post().counters().likes()).isEqualTo(9);
    assertThat(post.history().latest().at()).isEqualTo(Samples.seen(7).at());
    assertThat(store.observations(78)).isEmpty();
  }

  @Test
  void pages_goBothWays_fromAnyAnchor() {
    List<Long> ids = keepTen();
    AccountName author = Samples.account(1);
    assertThat(texts(store.byAuthor(author, Page.newest(3)))).containsExactly("post 9", "post 8", "post 7");
    assertThat(texts(store.byAuthor(author, Page.olderThan(ids.get(4), 2)))).containsExactly("post 3", "post 2");
    assertThat(texts(store.byAuthor(author, Page.newerThan(ids.get(4), 2)))).containsExactly("post 6", "post 5");
    assertThat(texts(store.byAuthor(author, Page.newerThan(ids.get(7), 9)))).containsExactly("post 9", "post 8");
    long stranger = PostIds.startOf(Samples.NOON.plusSeconds(2)) + 1_000_000;
    assertThat(texts(store.byAuthor(author, Page.olderThan(stranger, 2)))).containsExactly("post 2", "post 1");
    assertThat(texts(store.byAuthor(author, Page.newerThan(0, 1)))).containsExactly("post 0");
    assertThat(store.byAuthor(author, new Page(0, null))).isEmpty();
    assertThat(store.byAuthor(author, new Page(0, ids.get(3)))).isEmpty();
    assertThat(store.byAuthor(author, new Page(-5, null))).isEmpty();
    assertThat(store.byAuthor(author, new Page(Integer.MIN_VALUE, -1L))).hasSize(10);
    assertThat(store.byAuthor(author, new Page(Integer.MAX_VALUE, null))).hasSize(10);
    assertThat(store.byAuthor(new AccountName("twitter", "nobody"), Page.newest(3))).isEmpty();
    assertThat(store.byAuthor(new AccountName("nowhere", "nobody"), Page.newest(3))).isEmpty();
  }

  @Test
  void manyAuthors_areMerged() {
    List<Long> ids = store.keep(IntStream.range(0, 60).mapToObj(i -> Samples.post(i, i % 6, "p" + i, 0)).toList(),
        Samples.seen(1));
    List<AccountName> authors = List.of(Samples.account(1), Samples.account(4), Samples.account(99),
        Samples.account(5));
    assertThat(texts(store.byAuthors(authors, Page.newest(4)))).containsExactly("p59", "p58", "p55", "p53");
    assertThat(texts(store.byAuthors(authors, Page.olderThan(ids.get(11), 4)))).containsExactly("p10", "p7", "p5",
        "p4");
    assertThat(texts(store.byAuthors(authors, Page.newerThan(ids.get(11), 4)))).containsExactly("p19", "p17", "p16",
        "p13");
    assertThat(store.byAuthors(authors, Page.newest(100))).hasSize(30);
    assertThat(store.byAuthors(List.of(), Page.newest(3))).isEmpty();
  }

  @Test
  void collections_areListedAndCounted() {
    keepTen();
    store.keep(List.of(Samples.post(3), Samples.post(100_000)), Samples.seen(11, "c1", "s2"));
    store.keep(List.of(Samples.post(4)), Samples.seen(11, "c2", null));
    store.keep(List.of(Samples.post(4)), Samples.seen(11, "c1", null));
    store.keep(List.of(Samples.post(5), Samples.post(50)), Samples.seen(12, "", null));

    assertThat(texts(store.inCollection("c1", Page.newest(3)))).containsExactly("post 100000", "post 9", "post 8");
    assertThat(store.inCollection("c1", Page.newest(100))).hasSize(11);
    assertThat(store.inCollection("c9", Page.newest(100))).isEmpty();
    assertThat(store.count("c1")).isEqualTo(11);
    assertThat(store.count("c9")).isZero();
    assertThat(store.countByDay("c1")).containsExactly(Map.entry(LocalDate.of(2026, 5, 1), 10L),
        Map.entry(LocalDate.of(2026, 5, 2), 1L));
    assertThat(store.countBySeed("c1")).containsExactly(Map.entry("s1", 10L), Map.entry("s2", 2L));
    assertThat(store.countBySeed("c2")).containsExactly(Map.entry("", 1L));
    assertThat(store.find(Samples.post(50).name())).isPresent();
  }

  @Test
  void changes_areTold() {
    List<Long> ids = keepTen();
    assertThat(changes).containsExactly(new ContentChange(Kind.CREATED, ids, "c1"));
    changes.clear();
    store.keep(List.of(Samples.post(3), Samples.post(11)), Samples.seen(11, "c2", null));
    store.keep(List.of(Samples.post(12)), Samples.seen(12, "", null));
    assertThat(changes).extracting(ContentChange::kind, ContentChange::collection).containsExactly(
        tuple(Kind.CREATED, "c2"), tuple(Kind.JOINED, "c2"),
        tuple(Kind.CREATED, null));
  }

  @Test
  void failedAnnouncement_undoesThePage() {
    ContentStore failing = ContentStore.open(database, (transaction, news) -> {
      throw new IllegalStateException("no room");
    }, clock);
    assertThatThrownBy(() -> failing.keep(List.of(Samples.post(1)), Samples.seen(1))).hasMessageContaining("no room");
    assertThat(store.find(Samples.post(1).name())).isEmpty();
  }

  @Test
  void idTakenByAnother_givesTheNextSlot_whichStays() {
    Post post = Samples.post(1);
    long wanted = PostIds.of(post.name(), post.createdAt());
    long before = PostIds.next(wanted);
    Post squatter = Samples.post(500);
    Post second = Samples.post(501);
    assertThat(store.restore(List.of(squatter, second), List.of(wanted, before), Samples.seen(1)))
        .containsExactly(wanted, before);

    long id = store.keep(List.of(post), Samples.seen(2)).getFirst();
    assertThat(id).isEqualTo(PostIds.next(before));
    assertThat(store.keep(List.of(Samples.post(0), post), Samples.seen(3)).get(1)).isEqualTo(id);
    assertThat(store.find(post.name()).orElseThrow().post()).isEqualTo(post);
    assertThat(store.find(squatter.name()).orElseThrow().post()).isEqualTo(squatter);
  }

  @Test
  void recordedIds_win() {
    Post post = Samples.post(1);
    long derived = store.keep(List.of(post, Samples.post(2)), Samples.seen(1)).getFirst();
    store.keep(List.of(Samples.post(1, 1, "edited", 3)), Samples.seen(2));
    changes.clear();
    long recorded = PostIds.next(PostIds.next(derived));
    assertThat(store.restore(List.of(post), List.of(recorded), Samples.seen(1))).containsExactly(recorded);

    assertThat(store.find(derived)).isEmpty();
    assertThat(store.find(recorded).orElseThrow().post().wording().text()).isEqualTo("edited");
    assertThat(store.observations(recorded)).hasSize(2);
    assertThat(store.versions(recorded)).hasSize(1);
    assertThat(store.inCollection("c1", Page.newest(9))).extracting(StoredPost::id).contains(recorded);
    assertThat(changes).isEmpty();
    assertThatThrownBy(() -> store.restore(List.of(post), List.of(), Samples.seen(1)))
        .isInstanceOf(FeedException.class);
  }

  @Test
  void accounts_haveTheirLatestNames_andTheHandlesTheyHad() {
    AccountName name = Samples.account(1);
    Post post = Samples.post(1);
    store.keep(List.of(post), Samples.seen(10));
    store.keep(List.of(Samples.with(post, new Author(name, "renamed", null))), Samples.seen(20));
    store.keep(List.of(Samples.with(post, new Author(name, "earliest", "Early"))), Samples.seen(1));
    store.keep(List.of(Samples.with(post, new Author(name, null, null))), Samples.seen(30));

    assertThat(store.account(name)).contains(new Author(name, "renamed", "Name 1"));
    assertThat(store.handles(name)).extracting(Handle::handle).containsExactly("earliest", "handle1", "renamed");
    assertThat(store.find(post.name()).orElseThrow().post().author().handle()).isEqualTo("renamed");
    assertThat(store.account(Samples.account(2))).isEmpty();
    assertThat(store.handles(Samples.account(2))).isEmpty();
  }

  @Test
  void localPosts_areCreatedEditedAndDeleted() {
    var data = Json.tree("{\"mood\":\"fine\",\"n\":[1,2]}");
    List<Long> ids = store.create(List.of(new LocalPost("anna", "hello", data), new LocalPost("anna", "hello", null)));
    AccountName anna = new AccountName("local", "anna");
    assertThat(store.find(ids.getFirst()).orElseThrow().data()).isEqualTo(data);
    assertThat(store.find(ids.getFirst()).orElseThrow().post().createdAt()).isEqualTo(Samples.NOON);
    assertThat(store.byAuthor(anna, Page.newest(9))).hasSize(2);

    changes.clear();
    clock.advance(Duration.ofMinutes(1));
    assertThat(store.edit(ids.getFirst(), "hello again", null)).isTrue();
    assertThat(store.edit(ids.getFirst(), "hello again", null)).isTrue();
    StoredPost edited = store.find(ids.getFirst()).orElseThrow();
    assertThat(edited.post().wording().text()).isEqualTo("hello again");
    assertThat(edited.history().version()).isEqualTo(2);
    assertThat(edited.history().editedAt()).isEqualTo(clock.instant());
    assertThat(edited.history().first().at()).isEqualTo(Samples.NOON);
    assertThat(store.versions(ids.getFirst())).containsExactly(new Version(Samples.NOON, "hello", data));

    assertThat(store.delete(ids.getFirst())).isTrue();
    assertThat(store.delete(ids.getFirst())).isFalse();
    assertThat(store.edit(ids.getFirst(), "back", null)).isFalse();
    assertThat(store.edit(12345, "back", null)).isFalse();
    assertThat(store.byAuthor(anna, Page.newest(9))).extracting(StoredPost::id).containsExactly(ids.getLast());
    assertThat(changes).extracting(ContentChange::kind).containsExactly(Kind.EDITED, Kind.REMOVED);
  }

  @Test
  void harvestedPosts_areNotEdited_norLocalOnesHarvested() {
    long id = store.keep(List.of(Samples.post(1)), Samples.seen(1)).getFirst();
    assertThatThrownBy(() -> store.edit(id, "mine", null)).isInstanceOf(FeedException.class)
        .hasMessageContaining("taken down");
    assertThatThrownBy(() -> store.delete(id)).isInstanceOf(FeedException.class);
    Post forged = new Post(new PostName("local", "x"), new Author(new AccountName("local", "anna"), null, null),
        Samples.NOON, new Wording("I am Anna", null, List.of()), Relations.NONE, Attachments.NONE, Counters.NONE);
    assertThatThrownBy(() -> store.keep(List.of(forged), Samples.seen(1))).isInstanceOf(FeedException.class);
  }

  @Test
  void removedPost_isErased_andStaysAwayUntilLifted() {
    List<Long> ids = keepTen();
    long id = ids.get(5);
    store.keep(List.of(Samples.post(5, 1, "edited", 8)), Samples.seen(20));
    changes.clear();
    assertThat(store.remove(List.of(id, 99L), "court order 7")).containsExactly(id);
    assertThat(store.remove(List.of(id), "again")).isEmpty();
    assertThat(changes).containsExactly(new ContentChange(Kind.REMOVED, List.of(id), null));

    keepTen();
    store.keep(List.of(Samples.post(5, 1, "again", 9)), Samples.seen(30, "c2", null));
    store.observe(Samples.seen(40).at(), Map.of(id, Samples.post(5).counters()));
    assertThat(store.find(id)).isEmpty();
    assertThat(store.observations(id)).isEmpty();
    assertThat(store.versions(id)).isEmpty();
    assertThat(store.memberships(id)).isEmpty();
    assertThat(store.inCollection("c1", Page.newest(20))).hasSize(9);
    assertThat(texts(store.byAuthor(Samples.account(1), Page.olderThan(ids.get(7), 3)))).containsExactly("post 6",
        "post 4", "post 3");
    assertThat(store.removal(id)).contains(
        new Removal(id, Samples.post(5).name(), clock.instant(), "court order 7"));
    assertThat(store.removals(Page.newest(9))).hasSize(1);
    assertThat(store.ids(List.of(Samples.post(5).name()))).containsValue(id);

    assertThat(store.lift(List.of(id, 99L))).containsExactly(id);
    assertThat(store.removals(Page.newest(9))).isEmpty();
    assertThat(store.find(id)).isEmpty();
    store.keep(List.of(Samples.post(5)), Samples.seen(5));
    assertThat(store.find(id).orElseThrow().post()).isEqualTo(Samples.post(5));
    assertThat(store.inCollection("c1", Page.newest(20))).hasSize(10);
  }

  @Test
  void evidence_followsItsFile() {
    long twice = store.keep(List.of(Samples.post(1)), Samples.seen(1)).getFirst();
    long once = store.keep(List.of(Samples.post(2)), Samples.seen(2)).getFirst();
    store.keep(List.of(Samples.post(1)), Samples.seen(25));
    store.moveEvidence("c1/warc-0.warc.gz", "c1/new.warc.gz", Map.of(twice, new EvidenceSpan(90, 190)));
    store.moveEvidence("c1/unknown.warc.gz", "c1/new.warc.gz", Map.of());

    assertThat(store.find(twice).orElseThrow().history().first().evidence())
        .isEqualTo(new Evidence("c1/new.warc.gz", 90));
    assertThat(store.find(twice).orElseThrow().history().latest().evidence())
        .isEqualTo(new Evidence("c1/warc-2.warc.gz", 2500));
    assertThat(store.find(once).orElseThrow().history().latest()).isEqualTo(
        new Capture(Samples.seen(2).at(), null));
  }

  @Test
  void unavailablePost_isMarked_untilItIsSeenAgain() {
    long id = store.keep(List.of(Samples.post(1)), Samples.seen(1)).getFirst();
    store.markUnavailable(List.of(id, 5L), Samples.seen(10).at());
    store.markUnavailable(List.of(id), Samples.seen(15).at());
    assertThat(store.find(id).orElseThrow().history().unavailableSince()).isEqualTo(Samples.seen(10).at());
    store.keep(List.of(Samples.post(1)), Samples.seen(5));
    assertThat(store.find(id).orElseThrow().history().unavailableSince()).isEqualTo(Samples.seen(10).at());
    store.keep(List.of(Samples.post(1)), Samples.seen(20));
    assertThat(store.find(id).orElseThrow().history().unavailableSince()).isNull();
    store.markUnavailable(List.of(id), Samples.seen(19).at());
    assertThat(store.find(id).orElseThrow().history().unavailableSince()).isNull();
  }

  @Test
  void oddInput_isTaken() {
    Post odd = new Post(new PostName("twitter", "nul\0id"),
        new Author(new AccountName("twitter", "a\0"), "h\0", "half \ud800 pair"), Instant.MIN,
        new Wording("NUL \0 and half \udc00", "x\0", List.of("t\0")), Relations.NONE, Attachments.NONE,
        new Counters(-7, Long.MAX_VALUE, -1, -1, -1, -1));
    Post late = new Post(new PostName("twitter", "late"), odd.author(), Instant.MAX, odd.wording(), Relations.NONE,
        Attachments.NONE, Counters.NONE);
    List<Long> ids = store.keep(List.of(odd, late), Samples.seen(1));
    assertThat(ids).allMatch(id -> id > 0).isSorted();
    assertThat(store.keep(List.of(odd, late), Samples.seen(2))).isEqualTo(ids);
    StoredPost stored = store.find(ids.getFirst()).orElseThrow();
    assertThat(stored.post().wording().text()).isEqualTo("NUL \ufffd and half \ufffd");
    assertThat(stored.post().author().displayName()).isEqualTo("half \ufffd pair");
    assertThat(stored.post().counters()).isEqualTo(new Counters(-1, Long.MAX_VALUE, -1, -1, -1, -1));
    assertThat(store.find(odd.name())).isPresent();
  }

  @Test
  void severalWritersOfTheSamePosts_getTheSameIds() throws Exception {
    int writers = 6;
    List<Callable<List<List<Long>>>> work = IntStream.range(0, writers).<Callable<List<List<Long>>>>mapToObj(w -> {
      ContentStore own = ContentStore.open(database, ChangeSink.NONE, clock);
      return () -> IntStream.range(0, 15).mapToObj(page -> own.keep(
          IntStream.range(page * 20, page * 20 + 40).mapToObj(i -> Samples.post(i, i % 9, "p" + i, w)).toList(),
          Samples.seen(page * writers + w, "c" + w % 2, "s" + w))).toList();
    }).toList();
    try (ExecutorService threads = Executors.newFixedThreadPool(writers)) {
      List<List<List<Long>>> ids = new ArrayList<>();
      for (Future<List<List<Long>>> future : threads.invokeAll(work)) {
        ids.add(future.get());
      }
      assertThat(new HashSet<>(ids)).hasSize(1);
    }
    assertThat(store.count("c0")).isEqualTo(320);
    assertThat(store.countBySeed("c1").values()).containsExactly(320L, 320L, 320L);
    long middle = store.ids(List.of(Samples.post(30).name())).values().iterator().next();
    assertThat(store.observations(middle)).as("each post of two pages, by six writers").hasSize(12);
  }

  @Test
  void rebuiltStore_equalsTheOldOne() {
    long local = store.create(List.of(new LocalPost("anna", "only here", null))).getFirst();
    List<Rebuild.Captured> archive = new ArrayList<>();
    for (int round = 0; round < 30; round++) {
      int likes = round;
      List<Post> page = IntStream.range(round * 4, round * 4 + 20)
          .mapToObj(i -> Samples.post(i, i % 5, "text " + i + (likes > 20 ? " edited" : ""), likes)).toList();
      var sighting = Samples.seen(round, "c" + round % 3, "s" + round % 2);
      archive.add(new Rebuild.Captured(page, store.keep(page, sighting), sighting));
    }
    store.remove(List.of(archive.getFirst().ids().getFirst()), "asked for");
    String before = picture(archive);

    assertThat(store.forgetHarvested()).isEqualTo(135);
    assertThat(store.inCollection("c1", Page.newest(9))).isEmpty();
    assertThat(store.find(local)).isPresent();
    Rebuild.Result result = new Rebuild(store).run(archive.iterator());

    assertThat(result).isEqualTo(new Rebuild.Result(30, 600, List.of()));
    assertThat(picture(archive)).isEqualTo(before);
    assertThat(new Rebuild(store).run(archive.iterator()).moved()).isEmpty();
    assertThat(picture(archive)).isEqualTo(before);
  }

  @Test
  void postForgottenWhileItIsKept_comesBack() {
    keepTen();
    ContentStore late = ContentStore.open(new InterruptedDatabase(database, store::forgetHarvested), ChangeSink.NONE,
        clock);
    late.keep(List.of(Samples.post(3), Samples.post(11)), Samples.seen(11));
    assertThat(texts(store.inCollection("c1", Page.newest(20)))).containsExactly("post 11", "post 3");
  }

  /** All that can be read of what was captured. */
  private String picture(List<Rebuild.Captured> archive) {
    List<Object> all = new ArrayList<>();
    archive.stream().flatMap(page -> page.ids().stream()).distinct().sorted()
        .forEach(id -> all.add(List.of(store.find(id), store.observations(id), store.versions(id),
            store.memberships(id), store.removal(id))));
    for (int i = 0; i < 5; i++) {
      all.add(store.byAuthor(Samples.account(i), Page.newest(500)));
    }
    for (String collection : List.of("c0", "c1", "c2")) {
      all.add(List.of(store.inCollection(collection, Page.newest(500)), store.countByDay(collection),
          store.countBySeed(collection)));
    }
    return all.toString();
  }
}
