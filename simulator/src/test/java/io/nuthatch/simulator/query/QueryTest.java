package io.nuthatch.simulator.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.simulator.HandClock;
import io.nuthatch.simulator.SimulatorException;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.NewPost;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldSettings;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryTest {

  private final World world = World.open(WorldSettings.defaults().withAccounts(0),
      new HandClock("2026-03-10T12:00:00Z"));
  private final Account anna = world.account("Anna");
  private final Account ben = world.account("Ben");
  private final Post post = world.post(anna.id(),
      NewPost.saying("The quick-brown Fox 🦊 jumps; ¡Olé, mañana! #Nuthatch_1 by @Ben https://example.org/path")
          .withPhotos(1)
          .in("es"));

  @ParameterizedTest
  @ValueSource(strings = {"fox", "FOX", "\"quick brown fox\"", "quick-brown", "mañana", "olé", "#nuthatch_1",
      "nuthatch_1", "@ben", "ben", "from:anna", "from:@Anna", "has:links fox", "has:media fox", "has:images fox",
      "lang:es fox", "-dog fox", "fox -(dog OR cat)", "dog OR fox", "(dog OR fox) brown", "dog OR cat fox OR jumps",
      "fox -is:retweet", "url:example.org", "has:mentions fox", "has:hashtags fox", "🦊", "filter:links fox"})
  void matching(String query) {
    assertThat(matches(query, post)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"dog", "\"brown quick\"", "-fox", "#fox", "#nuthatch", "@anna", "from:ben", "to:ben",
      "is:retweet", "is:reply", "has:videos", "lang:en", "fox dog", "(fox OR dog) cat", "path", "t.co", "example", "fo",
      "fox -brown", "-(fox OR dog)", "has:geo"})
  void notMatching(String query) {
    assertThat(matches(query, post)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"'' | missing", "( | missing", "(a | not closed", "a) | unexpected",
      "a OR | missing", "OR a | missing", "\"a | quotation", "is:funny | is:", "has:charm | has:",
      "colour:red | colour", "() | missing"})
  void malformed_isRefusedWithTheReason(String query, String reason) {
    assertThatThrownBy(() -> Query.parse(query)).isInstanceOf(SimulatorException.class).hasMessageContaining(reason);
  }

  @Test
  void spaceBindsTighterThanOr() {
    assertThat(Query.parse("a b OR c d")).isEqualTo(new Query.Or(
        List.of(new Query.And(List.of(word("a"), word("b"))), new Query.And(List.of(word("c"), word("d"))))));
  }

  @Test
  void retweet_isSearchedByWhatItRepeatsAndWhom() {
    Post retweet = world.post(ben.id(), NewPost.retweetOf(post.id()));
    assertThat(matches("fox is:retweet", retweet)).isTrue();
    assertThat(matches("@anna from:ben", retweet)).isTrue();
    assertThat(matches("from:anna", retweet)).isFalse();
  }

  @Test
  void reply_isFoundByWhomItAnswers() {
    Post reply = world.post(ben.id(), NewPost.saying("@Anna yes").answering(post.id()));
    assertThat(matches("to:anna is:reply", reply)).isTrue();
    assertThat(matches("to:" + anna.id(), reply)).isTrue();
    assertThat(matches("from:" + ben.id(), reply)).isTrue();
  }

  @Test
  void tracked_isAnyPhraseWithAllItsWordsInAnyOrder() {
    assertThat(tracks(post, "jumps quick")).isTrue();
    assertThat(tracks(post, "dog", "nuthatch_1")).isTrue();
    assertThat(tracks(post, "#nuthatch_1")).isTrue();
    assertThat(tracks(post, "example.org/path")).as("addresses of links are searched").isTrue();
    assertThat(tracks(post, "jumps dog")).isFalse();
    assertThat(tracks(post, "#quick")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"fox,true", "from:anna,true", "#a lang:en,true", "is:retweet,false", "-fox,false",
      "lang:en has:links,false", "fox OR is:retweet,false", "(fox OR cat) -dog,true"})
  void onlyAQueryThatSaysWhatToLookFor_standsAlone(String query, boolean stands) {
    assertThat(Query.parse(query).standsAlone()).isEqualTo(stands);
  }

  private boolean matches(String query, Post candidate) {
    return Query.parse(query).matches(new Subject(candidate, world.now()));
  }

  private boolean tracks(Post candidate, String... phrases) {
    Set<String> set = new LinkedHashSet<>(List.of(phrases));
    return Query.track(set).matches(new Subject(candidate, world.now()));
  }

  private static Query word(String word) {
    return new Query.Phrase(List.of(word));
  }
}
