package io.nuthatch.harvest;

import static io.nuthatch.harvest.Simulation.seed;
import static io.nuthatch.harvest.Simulation.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.harvest.CallingSession.Ended;
import io.nuthatch.harvest.flickr.FlickrAdapter;
import io.nuthatch.harvest.twitter1.Twitter1Adapter;
import io.nuthatch.harvest.twitter2.Twitter2Adapter;
import io.nuthatch.model.message.SeedReference;
import io.nuthatch.simulator.faults.Fault;
import io.nuthatch.simulator.faults.Fault.WrongJson.Damage;
import io.nuthatch.simulator.faults.FaultRule;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.NewPost;
import io.nuthatch.simulator.platform.PlatformSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No answer that is damaged, and no refusal, is ever taken for the end of a list. */
class FaultyPlatformTest {

  private static final Simulation SIMULATION = new Simulation(
      PlatformSettings.defaults().withUsage(new PlatformSettings.Usage(Long.MAX_VALUE, 1_000_000)));

  /** A way to walk each kind of list there is. */
  enum Walked {
    TIMELINE_1("twitter1", "twitter_user_timeline", "Anna"),
    SEARCH_1("twitter1", "twitter_search", "kookaburra"),
    TIMELINE_2("twitter2", "twitter_user_timeline_2", "Anna"),
    SEARCH_2("twitter2", "twitter_search_2", "kookaburra"),
    FLICKR("flickr", "flickr_user", "Anna");

    private final String platform;
    private final String type;
    private final String token;

    Walked(String platform, String type, String token) {
      this.platform = platform;
      this.type = type;
      this.token = token;
    }

    PlatformAdapter adapter() {
      return switch (platform) {
        case "twitter1" -> new Twitter1Adapter();
        case "twitter2" -> new Twitter2Adapter();
        default -> new FlickrAdapter();
      };
    }

    CallingSession session() {
      Map<String, String> credential = new HashMap<>(SIMULATION.credential());
      credential.put("key", SIMULATION.platforms.credentials(1).getFirst().consumerKey());
      return new CallingSession(adapter(), credential, SIMULATION.platforms.baseUrl(platform), SIMULATION.clock);
    }

    RestFlow flow() {
      return (RestFlow) type(adapter(), type).flow();
    }
  }

  @BeforeAll
  static void post() {
    Account anna = SIMULATION.world.account("Anna");
    for (int i = 0; i < 3; i++) {
      SIMULATION.clock.advance(Duration.ofSeconds(1));
      SIMULATION.world.post(anna.id(), NewPost.saying("kookaburra " + i).withPhotos(1));
    }
  }

  @AfterAll
  static void stop() {
    SIMULATION.close();
  }

  @ParameterizedTest
  @EnumSource(Walked.class)
  void damagedAnswers_arePassingTrouble(Walked walked) {
    Subject subject = walked.flow().identify(seed(walked.token, null), walked.session());
    for (Fault fault : List.of(new Fault.WrongJson(Damage.CUT), new Fault.WrongJson(Damage.HTML),
        new Fault.WrongJson(Damage.TYPES), new Fault.Failure(503))) {
      SIMULATION.platforms.faults().add(FaultRule.next(1, "/*", fault));
      CallingSession session = walked.session();

      assertThatThrownBy(() -> walked.flow().walk(subject, Interval.ALL, session)).as(fault.toString())
          .isInstanceOfSatisfying(Ended.class, e -> assertThat(e.verdict()).isInstanceOf(Verdict.Passing.class));
      assertThat(session.covered).isEmpty();
    }
    assertThat(walked.flow().walk(subject, Interval.ALL, walked.session())).isEqualTo(Reach.WHOLE);
  }

  @ParameterizedTest
  @EnumSource(Walked.class)
  void tooManyCalls_waitAsLongAsTheyAreTold(Walked walked) {
    Subject subject = walked.flow().identify(seed(walked.token, null), walked.session());
    SIMULATION.platforms.faults().add(FaultRule.next(1, "/*", new Fault.TooMany(30)));
    Instant now = SIMULATION.clock.instant();

    assertThatThrownBy(() -> walked.flow().walk(subject, Interval.ALL, walked.session())).isInstanceOfSatisfying(
        Ended.class, e -> assertThat(e.verdict()).isEqualTo(new Verdict.TooMany(now.plusSeconds(30))));
  }

  @ParameterizedTest
  @EnumSource(Walked.class)
  void revokedCredential_isRefused(Walked walked) {
    Subject subject = walked.flow().identify(seed(walked.token, null), walked.session());
    CallingSession session = new CallingSession(walked.adapter(),
        Map.of("consumer_key", "x", "consumer_secret", "x", "access_token", "x", "access_token_secret", "x",
            "bearer_token", "x", "key", "x"),
        SIMULATION.platforms.baseUrl(walked.platform), SIMULATION.clock);

    assertThatThrownBy(() -> walked.flow().walk(subject, Interval.ALL, session)).isInstanceOfSatisfying(Ended.class,
        e -> assertThat(((Verdict.Refused) e.verdict()).code()).startsWith("harvest_"));
  }

  @Test
  void fiveSeedsOfWhichThreeAreInTrouble_giveThreeWarningsAndTheRest() {
    Account first = SIMULATION.world.account("first");
    SIMULATION.world.post(first.id(), "one");
    SIMULATION.world.suspend(SIMULATION.world.account("suspended").id());
    SIMULATION.world.protect(SIMULATION.world.account("hidden").id());
    RestFlow flow = Walked.TIMELINE_1.flow();
    List<String> outcomes = new ArrayList<>();
    for (String name : List.of("Anna", "missing", "suspended", "hidden", "first")) {
      SeedReference seed = seed(name, null);
      CallingSession session = Walked.TIMELINE_1.session();
      try {
        outcomes.add(flow.walk(flow.identify(seed, session), Interval.ALL, session) + " " + session.ids().size());
      } catch (Ended e) {
        outcomes.add(((Verdict.SeedTrouble) e.verdict()).problem().name());
      }
    }
    assertThat(outcomes).containsExactly("Whole[] 3", "NOT_FOUND", "SUSPENDED", "UNAUTHORIZED", "Whole[] 1");
  }
}
