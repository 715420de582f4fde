package io.nuthatch.simulator.platform.bluesky;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.HandClock;
import io.nuthatch.simulator.SimulatedPlatforms;
import io.nuthatch.simulator.SocketLines;
import io.nuthatch.simulator.faults.Fault;
import io.nuthatch.simulator.faults.FaultRule;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.IdRange;
import io.nuthatch.simulator.people.Narrowing;
import io.nuthatch.simulator.people.NewPost;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldSettings;
import io.nuthatch.simulator.platform.PlatformSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class JetstreamTest {

  private final HandClock clock = new HandClock("2026-03-10T12:00:00Z");
  private final World world = World.open(WorldSettings.defaults().withAccounts(0), clock);
  private final SimulatedPlatforms platforms = SimulatedPlatforms.start(world, PlatformSettings.defaults());
  private final Account anna = world.account("Anna");
  private final Account ben = world.account("Ben");

  @AfterEach
  void close() {
    platforms.close();
  }

  @Test
  void commits_areToldAsTheyHappen() throws Exception {
    try (SocketLines socket = open("")) {
      Post post = world.post(anna.id(), "first");
      JsonNode created = Json.tree(socket.next());
      assertThat(created.path("did").asString()).isEqualTo(Names.did(anna.id()));
      assertThat(created.path("kind").asString()).isEqualTo("commit");
      assertThat(created.path("time_us").asLong()).isEqualTo(post.createdAt().toEpochMilli() * 1000);
      assertThat(created.path("commit").path("operation").asString()).isEqualTo("create");
      assertThat(created.path("commit").path("record").path("text").asString()).isEqualTo("first");
      clock.advance(Duration.ofMinutes(1));
      world.edit(post.id(), "second");
      JsonNode updated = Json.tree(socket.next()).path("commit");
      assertThat(updated.path("operation").asString()).isEqualTo("update");
      assertThat(updated.path("rkey")).isEqualTo(created.path("commit").path("rkey"));
      assertThat(updated.path("cid")).isNotEqualTo(created.path("commit").path("cid"));
      world.delete(post.id());
      JsonNode deleted = Json.tree(socket.next()).path("commit");
      assertThat(deleted.path("operation").asString()).isEqualTo("delete");
      assertThat(deleted.has("record")).isFalse();
      Post other = world.post(ben.id(), "more");
      world.post(anna.id(), NewPost.retweetOf(other.id()));
      assertThat(Json.tree(socket.next()).path("commit").path("operation").asString()).isEqualTo("create");
      assertThat(Json.tree(socket.next()).path("commit").path("collection").asString()).isEqualTo(Names.REPOST);
    }
    assertThat(platforms.journal().entries().getFirst().status()).isEqualTo(101);
  }

  @Test
  void cursor_isIncludedAndMayBeATimeOrANumber() throws Exception {
    Post first = world.post(anna.id(), "first");
    clock.advance(Duration.ofMinutes(1));
    Post second = world.post(anna.id(), "second");
    clock.advance(Duration.ofMinutes(1));
    long micros = second.createdAt().toEpochMilli() * 1000;
    for (String cursor : List.of("cursor=" + micros, "cursor=" + (micros - 1_000_000_000_000_000L))) {
      try (SocketLines socket = open(cursor)) {
        assertThat(text(socket)).isEqualTo("second");
      }
    }
    try (SocketLines socket = open("cursor=1")) {
      assertThat(text(socket)).as("what is too long ago is clamped").isEqualTo("first");
    }
    try (SocketLines socket = open("cursor=" + (micros + 3_600_000_000L))) {
      world.post(anna.id(), "third");
      assertThat(text(socket)).as("what is to come is now").isEqualTo("third");
    }
    assertThat(first.id()).isLessThan(second.id());
  }

  @Test
  void wishes_areHeardAtTheStartAndLater() throws Exception {
    try (SocketLines socket = open("wantedDids=" + Names.did(ben.id()) + "&wantedCollections=app.bsky.feed.*")) {
      world.post(anna.id(), "not wanted");
      world.post(ben.id(), "wanted");
      assertThat(text(socket)).isEqualTo("wanted");
      socket.send("{\"type\":\"options_update\",\"payload\":{\"wantedDids\":[\"" + Names.did(anna.id()) + "\"]}}");
      // Heard in its own time: ask until it is answered.
      String heard = "";
      for (int i = 0; i < 200 && heard.isEmpty(); i++) {
        world.post(anna.id(), "wanted now");
        heard = socket.poll(Duration.ofMillis(50));
      }
      assertThat(heard).contains("wanted now");
    }
    try (SocketLines socket = open("wantedCollections=app.bsky.graph.follow")) {
      world.post(anna.id(), "nobody hears");
      assertThat(socket.poll(Duration.ofMillis(200))).isEmpty();
    }
  }

  @Test
  void history_isToldInOrderAndComplete() throws Exception {
    World lively = World.open(WorldSettings.defaults().withAccounts(50).withPostsPerDay(50), clock);
    try (var many = SimulatedPlatforms.start(lively, PlatformSettings.defaults())) {
      long from = clock.instant().minus(Duration.ofHours(3)).toEpochMilli() * 1000;
      List<Long> times = new ArrayList<>();
      List<String> created = new ArrayList<>();
      long expected = lively.now()
          .inPlace(IdRange.between(clock.instant().minus(Duration.ofHours(3)), clock.instant()),
              Narrowing.NOTHING)
          .count();
      try (SocketLines socket = SocketLines.open(many, "/subscribe?cursor=" + from)) {
        for (String line = socket.next(); !line.isEmpty(); line = socket.poll(Duration.ofMillis(500))) {
          JsonNode event = Json.tree(line);
          times.add(event.path("time_us").asLong());
          if (event.path("commit").path("operation").asString().equals("create")) {
            created.add(event.path("commit").path("rkey").asString() + event.path("did").asString());
          }
        }
      }
      assertThat(times).isSorted();
      assertThat(created).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo((int) expected);
      assertThat(expected).isGreaterThan(100);
    }
  }

  @Test
  void nonsense_isRefused_andFaultsStrike() throws Exception {
    assertThatThrownBy(() -> open("cursor=x")).isInstanceOf(CompletionException.class);
    platforms.faults().add(FaultRule.next(1, "/subscribe", new Fault.Failure(503)));
    assertThatThrownBy(() -> open("")).isInstanceOf(CompletionException.class);
    platforms.faults().add(FaultRule.next(1, "/subscribe", new Fault.Drop(600)));
    try (SocketLines socket = open("")) {
      for (int i = 0; i < 10; i++) {
        world.post(anna.id(), "post " + i);
      }
      int count = 0;
      while (!socket.next().equals(SocketLines.CUT)) {
        count++;
      }
      assertThat(count).isBetween(1, 5);
    }
    platforms.faults().add(FaultRule.next(1, "/subscribe", new Fault.Silence()));
    try (SocketLines socket = open("")) {
      world.post(anna.id(), "unheard");
      assertThat(socket.poll(Duration.ofMillis(200))).isEmpty();
    }
  }

  private static String text(SocketLines socket) throws Exception {
    return Json.tree(socket.next()).path("commit").path("record").path("text").asString();
  }

  private SocketLines open(String query) {
    return SocketLines.open(platforms, "/subscribe?" + query);
  }
}
