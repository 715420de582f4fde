package io.nuthatch.harvest;

import static io.nuthatch.harvest.Simulation.seed;
import static io.nuthatch.harvest.Simulation.type;
import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.harvest.HarvestType.SeedCheck;
import io.nuthatch.harvest.flickr.FlickrAdapter;
import io.nuthatch.harvest.twitter1.Twitter1Adapter;
import io.nuthatch.harvest.twitter2.Twitter2Adapter;
import io.nuthatch.model.Json;
import io.nuthatch.model.message.SeedReference;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each type of harvest takes as a seed, and what it says to what it does not take. */
class SeedRulesTest {

  private static final List<PlatformAdapter> ADAPTERS = List.of(new Twitter1Adapter(), new Twitter2Adapter(),
      new FlickrAdapter());

  private static SeedCheck check(String name, SeedReference seed) {
    HarvestType found = ADAPTERS.stream().flatMap(adapter -> adapter.types().stream())
        .filter(type -> type.name().equals(name)).findFirst().orElseThrow();
    return found.seeds().check().apply(seed);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"twitter_user_timeline | @jack | | jack |",
      "twitter_user_timeline | ` jack ` | 12 | jack | 12", "twitter_user_timeline_2 | | 12 | | 12",
      "twitter_search | #storm OR rain | | #storm OR rain |",
      "twitter_search | {\"query\": \" gwu \", \"geocode\": \"38.9,-77.0,10km\"} | |"
          + " {\"query\":\"gwu\",\"geocode\":\"38.9,-77.0,10km\"} |",
      "twitter_filter | storm,rain | | storm,rain |",
      "twitter_filter | {\"follow\": [12, 13], \"language\": \"\"} | | {\"follow\":\"12,13\"} |",
      "twitter_search_2 | {\"query\": \"a\", \"limit\": 101} | | {\"query\":\"a\",\"limit\":\"101\"} |",
      "twitter_academic_search | {\"geocode\": \"38.9,-77,5mi\"} | | {\"geocode\":\"38.9,-77,5mi\"} |",
      "twitter_filter_stream | {\"rule\": \"cat has:images\", \"tag\": \"cats\"} | |"
          + " {\"rule\":\"cat has:images\",\"tag\":\"cats\"} |",
      "flickr_user | justin.littman | | justin.littman |", "flickr_user | 131866249@N02 | | | 131866249@N02",
      "flickr_photo | https://www.flickr.com/photos/anna/16610484049/in/album | | 16610484049 |",
      "flickr_photo | 16610484049 | | 16610484049 |"})
  void properSeeds_areTakenAndTidied(String type, String token, String uid, String tidyToken, String tidyUid) {
    SeedCheck check = check(type, seed(token, uid));

    assertThat(check.problem()).isNull();
    assertThat(check.seed()).isNotNull();
    assertThat(check.seed().tokenText()).isEqualTo(tidyToken);
    assertThat(check.seed().uid()).isEqualTo(tidyUid);
    assertThat(check.seed().id()).isEqualTo("seed-1");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', value = {"twitter_user_timeline | | | screen name or a user id",
      "twitter_user_timeline | 12345 | | as the uid", "twitter_user_timeline | jack | jack | which is a number",
      "twitter_user_timeline | null | | not a seed", "twitter_user_timeline | two words | | not a screen name",
      "twitter_user_timeline_2 | sixteen_letters_ | | not a screen name", "twitter_search | ` ` | | needs a query",
      "twitter_search | {\"q\": \"a\"} | | may have query, geocode",
      "twitter_search | {\"query\": | | begins like JSON",
      "twitter_search | {\"query\": {\"a\": 1}} | | must be text", "twitter_search | Null | | not a seed",
      "twitter_search | {\"geocode\": \"here\"} | | latitude,longitude,radius",
      "twitter_filter | {\"language\": \"en\"} | | track, follow or locations",
      "twitter_filter | {\"follow\": \"jack\"} | | user ids",
      "twitter_filter | {\"locations\": \"1,2,3\"} | | four numbers",
      "twitter_sample | a | | no seeds",
      "twitter_search_2 | {\"query\": \"a\", \"limit\": \"many\"} | | number of tweets",
      "twitter_search_2 | {\"query\": \"a\", \"start_time\": \"2026-01-01\"} | | with an offset",
      "twitter_search_2 | {\"query\": \"a\", \"start_time\": \"2026-01-02T00:00:00Z\","
          + " \"end_time\": \"2026-01-01T00:00:00Z\"} | | exchange them",
      "twitter_filter_stream | {\"tag\": \"a\"} | | needs a rule", "flickr_user | | | username or an NSID",
      "flickr_user | a | 12 | not an NSID", "flickr_photo | anna | | neither the id",
      "flickr_user | https://www.flickr.com/photos/anna | | is an address"})
  void improperSeeds_areToldWhatToDo(String type, String token, String uid, String words) {
    SeedCheck check = check(type, seed(token, uid));

    assertThat(check.seed()).isNull();
    assertThat(check.problem()).contains(words);
  }

  @Test
  void queries_areAsLongAsThePlatformTakes() {
    for (var limit : List.of(new Object[]{"twitter_search", 500}, new Object[]{"twitter_search_2", 512},
        new Object[]{"twitter_academic_search", 1_024}, new Object[]{"twitter_filter_stream", 1_024})) {
      int length = (int) limit[1];
      assertThat(check((String) limit[0], seed("x".repeat(length), null)).problem()).isNull();
      assertThat(check((String) limit[0], seed("x".repeat(length + 1), null)).problem()).contains("split it");
    }
  }

  @Test
  void filters_areAsLargeAsThePlatformTakes() {
    assertThat(check("twitter_filter", seed("a,".repeat(400), null)).problem()).isNull();
    assertThat(check("twitter_filter", seed("a,".repeat(401), null)).problem()).contains("400");
    assertThat(check("twitter_filter", seed("é".repeat(31), null)).problem()).contains("60 bytes");
  }

  @Test
  void objects_areTakenAsTheyComeInMessages() {
    SeedReference seed = new SeedReference("1", Json.tree("{\"query\": \"gwu\"}"), null);
    assertThat(check("twitter_search", seed).seed()).isEqualTo(seed);
  }

  @Test
  void types_haveNamesOfTheirOwnAndTheirSeedCounts() {
    List<String> names = ADAPTERS.stream().flatMap(adapter -> adapter.types().stream()).map(HarvestType::name).toList();
    assertThat(names).doesNotHaveDuplicates().hasSize(10);
    assertThat(type(ADAPTERS.getFirst(), "twitter_sample").seeds().most()).isZero();
    assertThat(type(ADAPTERS.getFirst(), "twitter_filter").seeds().most()).isOne();
    assertThat(type(ADAPTERS.getFirst(), "twitter_search").isStream()).isFalse();
    assertThat(type(ADAPTERS.get(1), "twitter_filter_stream").isStream()).isTrue();
  }
}
