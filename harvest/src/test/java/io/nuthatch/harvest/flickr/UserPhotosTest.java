package io.nuthatch.harvest.flickr;

import static io.nuthatch.harvest.Simulation.seed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.archive.items.flickr.FlickrItems;
import io.nuthatch.harvest.ApiCall;
import io.nuthatch.harvest.CallingSession;
import io.nuthatch.harvest.CallingSession.Ended;
import io.nuthatch.harvest.CallingSession.Killed;
import io.nuthatch.harvest.Interval;
import io.nuthatch.harvest.Keeper;
import io.nuthatch.harvest.Reach;
import io.nuthatch.harvest.SeedProblem;
import io.nuthatch.harvest.Session;
import io.nuthatch.harvest.Simulation;
import io.nuthatch.harvest.Subject;
import io.nuthatch.harvest.Verdict;
import io.nuthatch.model.Json;
import io.nuthatch.model.message.SeedReference;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.NewPost;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class UserPhotosTest {

  private final Simulation simulation = new Simulation();
  private final FlickrAdapter adapter = new FlickrAdapter();
  private final UserPhotos flow = new UserPhotos();
  private final List<String> photos = new ArrayList<>();
  private Account anna = simulation.world.account("Anna");

  @BeforeEach
  void post() {
    for (int i = 0; i < 12; i++) {
      add(Duration.ofSeconds(i % 3));
    }
  }

  private void add(Duration later) {
    simulation.clock.advance(later);
    photos.addFirst(Long
        .toString(simulation.world.post(anna.id(), NewPost.saying("photo https://example.org/a").withPhotos(1)).id()));
  }

  @AfterEach
  void stop() {
    simulation.close();
  }

  private CallingSession session() {
    Map<String, String> credential = Map.of("key", simulation.platforms.credentials(1).getFirst().consumerKey(),
        "secret", "not-needed");
    return new CallingSession(adapter, credential, simulation.platforms.baseUrl("flickr"), simulation.clock);
  }

  private Subject subject() {
    return flow.identify(seed("Anna", null), session());
  }

  private static List<String> photosOf(CallingSession session) {
    return session.items.stream().filter(item -> item.type().equals(FlickrItems.PHOTO))
        .map(item -> item.name().nativeId()).toList();
  }

  @Test
  void people_areIdentifiedByNameOrNsid() {
    Subject byName = subject();
    assertThat(byName.uid()).matches("\\d+@N0\\d");
    assertThat(flow.identify(seed("wrong.name", byName.uid()), session()).token()).isEqualTo("Anna");
    simulation.world.rename(anna.id(), "Anne");
    assertThat(flow.identify(seed("Anna", byName.uid()), session()).token()).isEqualTo("Anne");
    assertThat(flow.identify(seed("Anne", null), session()).key()).isEqualTo(byName.key());
  }

  @Test
  void peopleWhoAreNotThere_areTroubleOfTheSeed() {
    for (SeedReference nobody : List.of(seed("nobody.at.all", null), seed(null, "999999999@N09"))) {
      assertThatThrownBy(() -> flow.identify(nobody, session())).isInstanceOfSatisfying(Ended.class,
          e -> assertThat(((Verdict.SeedTrouble) e.verdict()).problem()).isEqualTo(SeedProblem.NOT_FOUND));
    }
  }

  @Test
  void allPhotos_areHadWithTheirSizes() {
    CallingSession session = session();
    Reach reach = flow.walk(subject(), Interval.ALL, session);

    assertThat(reach).isEqualTo(Reach.WHOLE);
    assertThat(photosOf(session)).isEqualTo(photos);
    assertThat(session.items).hasSize(24);
    assertThat((long) session.calls.size() + 1)
        .isEqualTo(flow.cost(seed("Anna", null), 12).callsByFamily().values().iterator().next());
  }

  @Test
  void incremental_stopsAtTheMark() {
    Keeper keeper = new Keeper();
    keeper.run(flow, subject(), session());
    CallingSession nothing = session();
    keeper.run(flow, subject(), nothing);
    assertThat(nothing.items).isEmpty();

    for (int i = 0; i < 6; i++) {
      add(Duration.ofSeconds(1));
    }
    CallingSession later = session();
    keeper.run(flow, subject(), later);
    assertThat(photosOf(later)).isEqualTo(photos.subList(0, 6));
  }

  @Test
  void killedAfterAnyPhoto_theNextRunHasTheRest() {
    for (int count = 1; count <= 12; count++) {
      Keeper keeper = new Keeper();
      CallingSession first = session().dyingAfter(count);
      assertThatThrownBy(() -> keeper.run(flow, subject(), first)).isInstanceOf(Killed.class);
      CallingSession second = session();
      keeper.run(flow, subject(), second);

      List<String> both = new ArrayList<>(photosOf(first));
      both.addAll(photosOf(second));
      assertThat(both).as("killed after " + count).isEqualTo(photos);
      assertThat(keeper.gaps()).isEmpty();
    }
  }

  @Test
  void chosenSizes_areWebResources() {
    CallingSession session = session();
    flow.walk(subject(), Interval.ALL, session);
    var sizes = session.items.stream().filter(item -> item.type().equals(FlickrItems.SIZES)).findFirst().orElseThrow();
    var photo = session.items.getFirst();

    assertThat(adapter.resources(sizes, Map.of())).hasSize(3).anyMatch(url -> url.contains("_o.jpg"));
    assertThat(adapter.resources(sizes, Map.of("sizes", Json.tree("[\"Square\"]")))).singleElement().asString()
        .contains("_s.jpg");
    assertThat(adapter.resources(photo, Map.of())).isEmpty();
    assertThat(adapter.resources(photo, Map.of("web_resources", Json.tree("true"))))
        .containsExactly("https://example.org/a");
  }

  @Test
  void key_isASecretThatStandsInTheAddress() {
    CallingSession session = session();
    flow.walk(subject(), Interval.ALL, session);
    String key = simulation.platforms.credentials(1).getFirst().consumerKey();

    assertThat(session.sent).allSatisfy(call -> {
      assertThat(call.uri().getRawQuery()).contains("api_key=" + key);
      assertThat(call.secrets()).contains(key, "not-needed");
    });
  }

  /** Lists in pages of four, so that few photos make many pages; lets things happen between two pages. */
  private static final class SmallPages implements Session {

    private final CallingSession inner;
    private final List<Runnable> between;

    SmallPages(CallingSession inner, Runnable... between) {
      this.inner = inner;
      this.between = new ArrayList<>(List.of(between));
    }

    @Override
    public Page call(ApiCall call) {
      if (call.parameter("per_page") != null) {
        if (!"1".equals(call.parameter("page")) && !between.isEmpty()) {
          between.removeFirst().run();
        }
        call.parameters().put("per_page", "4");
      }
      return inner.call(call);
    }

    @Override
    public void covered(Page page, String newest, String oldest) {
      inner.covered(page, newest, oldest);
    }

    @Override
    public void warn(String code, String message, @Nullable String seedId) {
      inner.warn(code, message, seedId);
    }

    @Override
    public Map<String, JsonNode> options() {
      return inner.options();
    }

    @Override
    public Instant now() {
      return inner.now();
    }
  }

  @Test
  void photosThatComeWhilePaging_hideNoOthers() {
    SmallPages pages = new SmallPages(session(), () -> add(Duration.ofSeconds(1)), () -> add(Duration.ofSeconds(1)));
    List<String> before = List.copyOf(photos);
    flow.walk(subject(), Interval.ALL, pages);

    assertThat(photosOf(pages.inner)).isEqualTo(before);
  }

  @Test
  void photosThatGoWhilePaging_hideNoOthers() {
    List<String> all = List.copyOf(photos);
    SmallPages pages = new SmallPages(session(), () -> {
      simulation.world.delete(Long.parseLong(all.get(0)));
      simulation.world.delete(Long.parseLong(all.get(2)));
    });
    flow.walk(subject(), Interval.ALL, pages);

    assertThat(photosOf(pages.inner)).containsAll(all.subList(3, 12)).doesNotHaveDuplicates();
  }
}
