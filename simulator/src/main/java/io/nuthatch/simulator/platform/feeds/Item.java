package io.nuthatch.simulator.platform.feeds;

import io.nuthatch.simulator.people.Entity;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.Snowflake;
import io.nuthatch.simulator.platform.Links;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** A post as a feed has it: one identity for life, its words those of the latest version. */
record Item(Post post, String author) {

  private static final DateTimeFormatter RFC_822 = DateTimeFormatter
      .ofPattern("EEE, dd MMM yyyy HH:mm:ss", Locale.ENGLISH)
      .withZone(ZoneOffset.UTC);
  private static final int TITLE = 60;
  private static final int BYTES_PER_SECOND = 16_000;

  String guid() {
    return "tag:blog.example.org,2026:" + post.origin();
  }

  Instant published() {
    return Snowflake.instant(post.origin());
  }

  Instant updated() {
    return post.createdAt();
  }

  /** Mostly as it should be; some programs leave the zone out, name it, or get the order wrong. */
  String pubDate() {
    String date = RFC_822.format(published());
    return switch (scattered() % 20) {
      case 0 -> date;
      case 1 -> date + " UT";
      case 2 -> date.replaceFirst("^\\w+, ", "") + " +0000";
      case 3 -> published().toString();
      default -> date + " GMT";
    };
  }

  String title() {
    String text = text();
    return text.codePointCount(0, text.length()) <= TITLE
        ? text
        : text.substring(0, text.offsetByCodePoints(0, TITLE - 1)) + "…";
  }

  /** The text with its links spelt out. */
  String text() {
    String text = post.body().text();
    for (Entity entity : post.body().entities()) {
      if (entity instanceof Entity.Link link) {
        text = text.replace("https://t.co/" + link.code(), link.target());
      }
    }
    return text;
  }

  List<String> tags() {
    return post.body()
        .entities()
        .stream()
        .filter(Entity.Hashtag.class::isInstance)
        .map(entity -> ((Entity.Hashtag) entity).tag())
        .toList();
  }

  String page(Links links) {
    return links.address("https://blog.example.org/" + author + "/" + post.origin() + ".html");
  }

  /** A minute to ten of silence. */
  int seconds() {
    return 60 + scattered() % 540;
  }

  String episode(Links web) {
    return web.address("https://podcasts.example.com/" + author + "/" + post.origin() + ".mp3?bytes=" + bytes());
  }

  String transcript(Links web) {
    return web.address("https://podcasts.example.com/" + author + "/" + post.origin() + ".txt");
  }

  /** What the feed says of an episode's size: right of most, nothing of some, and of others the size before it was cut. */
  long saidBytes() {
    return switch (scattered() % 10) {
      case 0 -> 0;
      case 1 -> bytes() + 12_345;
      default -> bytes();
    };
  }

  long bytes() {
    return (long) seconds() * BYTES_PER_SECOND;
  }

  private int scattered() {
    return (int) ((post.origin() * 0x9E37_79B9_7F4A_7C15L) >>> 34);
  }
}
