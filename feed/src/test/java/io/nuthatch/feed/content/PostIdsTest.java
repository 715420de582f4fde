package io.nuthatch.feed.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.model.PostName;
import java.time.Instant;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PostIdsTest {

  private static final PostName NAME = new PostName("twitter", "20");

  /** Ids are in archives and in other people's links: these must never change. */
  @Test
  void idsOfKnownPosts_areTheseForEver() {
    assertThat(PostIds.of(NAME, Instant.parse("2006-03-21T20:50:14Z"))).isEqualTo(1_198_495_329_419_964_024L);
    assertThat(PostIds.of(new PostName("flickr", "52"), Instant.parse("2026-01-01T00:00:00.123Z")))
        .isEqualTo(1_853_070_350_874_987_652L);
  }

  @Test
  void order_isThatOfCreation_toTheMillisecond() {
    Instant noon = Instant.parse("2026-05-01T12:00:00Z");
    long id = PostIds.of(NAME, noon);
    assertThat(PostIds.time(id)).isEqualTo(noon);
    assertThat(id).isGreaterThanOrEqualTo(PostIds.startOf(noon)).isLessThan(PostIds.startOf(noon.plusMillis(1)));
  }

  @Test
  void timesOutOfRange_areHeldAtItsEnds() {
    assertThat(LongStream.of(PostIds.of(NAME, Instant.MIN), PostIds.of(NAME, Instant.EPOCH),
        PostIds.of(NAME, Instant.ofEpochMilli(-1)))).allMatch(id -> PostIds.time(id).equals(Instant.ofEpochMilli(1)));
    assertThat(PostIds.of(NAME, Instant.MAX)).isPositive().isEqualTo(
        PostIds.of(NAME, Instant.parse("2300-01-01T00:00:00Z")));
  }

  @Test
  void probing_staysInItsMillisecond_andComesRound() {
    long start = PostIds.startOf(Instant.parse("2026-05-01T12:00:00Z"));
    assertThat(PostIds.next(start)).isEqualTo(start + 1);
    assertThat(PostIds.next(start + (1 << 20) - 1)).isEqualTo(start);
  }

  @Test
  void slots_areSpreadEvenly() {
    Instant second = Instant.parse("2026-05-01T12:00:00Z");
    long distinct = LongStream.range(0, 6_000)
        .map(i -> PostIds.of(new PostName("twitter", Long.toString(1_900_000_000_000_000_000L + i)), second)).distinct()
        .count();
    assertThat(distinct).isBetween(5_950L, 6_000L);
  }
}
