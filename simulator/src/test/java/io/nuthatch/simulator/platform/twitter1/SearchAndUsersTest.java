package io.nuthatch.simulator.platform.twitter1;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.simulator.Client;
import io.nuthatch.simulator.HandClock;
import io.nuthatch.simulator.SimulatedPlatforms;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.IdRange;
import io.nuthatch.simulator.people.Narrowing;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldSettings;
import io.nuthatch.simulator.platform.PlatformSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class SearchAndUsersTest {

  private static final String SEARCH = "/1.1/search/tweets.json";
  private static final String USERS = "/1.1/users/lookup.json";

  private final HandClock clock = new HandClock("2026-03-10T12:00:00Z");
  private final World world = World.open(WorldSettings.defaults().withAccounts(150), clock);
  private final SimulatedPlatforms platforms = SimulatedPlatforms.start(world, PlatformSettings.defaults());
  private final Client client = new Client(platforms, platforms.credentials(1).getFirst());
  private final Account anna = world.account("Anna");

  @AfterEach
  void close() {
    platforms.close();
  }

  @Test
  void search_isCompleteOverSevenDaysWhenNextResultsAreFollowed() throws Exception {
    List<Long> expected = world.now()
        .posts(IdRange.between(clock.instant().minus(Duration.ofDays(7)), clock.instant().plusMillis(1)),
            Narrowing.NOTHING)
        .filter(post -> post.body().text().contains("#NowPlaying"))
        .map(Post::id)
        .toList();
    assertThat(expected).hasSizeGreaterThan(100);
    List<Long> found = new ArrayList<>();
    String next = "?q=%23nowplaying&count=40";
    while (!next.isEmpty()) {
      JsonNode page = client.get(SEARCH + next).json();
      page.path("statuses").forEach(tweet -> found.add(tweet.path("id").asLong()));
      assertThat(page.path("statuses").size()).isLessThanOrEqualTo(40);
      next = page.path("search_metadata").path("next_results").asString("");
    }
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void search_findsWhatWasJustWritten_andNotWhatIsOlderThanAWeek() throws Exception {
    Post post = world.post(anna.id(), "a nuthatch in the garden");
    JsonNode answer = client.get(SEARCH + "?q=nuthatch%20garden").json();
    assertThat(answer.path("statuses").path(0).path("id").asLong()).isEqualTo(post.id());
    assertThat(answer.path("search_metadata").path("max_id").asLong()).isEqualTo(post.id());
    assertThat(answer.path("search_metadata").has("next_results")).isFalse();
    clock.advance(Duration.ofDays(7).plusMillis(1));
    assertThat(client.get(SEARCH + "?q=nuthatch%20garden").json().path("statuses")).isEmpty();
  }

  @Test
  void search_obeysSinceMaxUntilAndLang() throws Exception {
    Post first = world.post(anna.id(), "uniqueword one");
    Post second = world.post(anna.id(), "uniqueword two");
    clock.advance(Duration.ofDays(1));
    Post third = world.post(anna.id(), "uniqueword three");
    assertThat(found("uniqueword")).containsExactly(third.id(), second.id(), first.id());
    assertThat(found("uniqueword&since_id=" + first.id())).containsExactly(third.id(), second.id());
    assertThat(found("uniqueword&max_id=" + second.id())).containsExactly(second.id(), first.id());
    assertThat(found("uniqueword&until=2026-03-11")).containsExactly(second.id(), first.id());
    assertThat(found("uniqueword&lang=de")).isEmpty();
    assertThat(found("from:anna%20-two")).containsExactly(third.id(), first.id());
    assertThat(found("uniqueword&result_type=popular")).isEmpty();
  }

  @Test
  void search_withoutQueryOrWithNonsense_isRefused() throws Exception {
    assertThat(client.get(SEARCH).status()).isEqualTo(400);
    assertThat(client.get(SEARCH + "?q=%28a").status()).isEqualTo(403);
    assertThat(client.get(SEARCH + "?q=a&until=tomorrow").status()).isEqualTo(403);
    assertThat(client.get(SEARCH + "?q=" + "a".repeat(501)).status()).isEqualTo(403);
  }

  @Test
  void users_areLookedUpByIdAndName_suspendedAreAbsent() throws Exception {
    Account ben = world.account("Ben");
    Account carl = world.account("Carl");
    world.suspend(carl.id());
    world.protect(ben.id());
    JsonNode users = client.get(USERS + "?user_id=" + anna.id() + "," + carl.id() + ",5&screen_name=ben,nobody").json();
    assertThat(users).hasSize(2);
    assertThat(users.path(0).path("screen_name").asString()).isEqualTo("Anna");
    assertThat(users.path(1).path("protected").asBoolean()).isTrue();
    Client.Answer none = client.get(USERS + "?screen_name=nobody");
    assertThat(none.status()).isEqualTo(404);
    assertThat(none.json().path("errors").path(0).path("code").asInt()).isEqualTo(17);
    String many = String.join(",", IntStream.rangeClosed(1, 101).mapToObj(Integer::toString).toList());
    assertThat(client.get(USERS + "?user_id=" + many).json().path("errors").path(0).path("code").asInt()).isEqualTo(18);
    assertThat(client.get(USERS).status()).isEqualTo(400);
  }

  @Test
  void show_tellsRenamedSuspendedAndUnknownApart() throws Exception {
    String show = "/1.1/users/show.json?";
    world.rename(anna.id(), "Hanna");
    assertThat(client.get(show + "user_id=" + anna.id()).json().path("screen_name").asString()).isEqualTo("Hanna");
    Client.Answer old = client.get(show + "screen_name=Anna");
    assertThat(old.status()).isEqualTo(404);
    assertThat(old.json().path("errors").path(0).path("code").asInt()).isEqualTo(50);
    world.suspend(anna.id());
    Client.Answer suspended = client.get(show + "screen_name=Hanna");
    assertThat(suspended.status()).isEqualTo(403);
    assertThat(suspended.json().path("errors").path(0).path("code").asInt()).isEqualTo(63);
    assertThat(client.get(show).status()).isEqualTo(400);
  }

  private List<Long> found(String query) throws Exception {
    List<Long> ids = new ArrayList<>();
    client.get(SEARCH + "?q=" + query).json().path("statuses").forEach(tweet -> ids.add(tweet.path("id").asLong()));
    return ids;
  }
}
