package io.nuthatch.app.archive;

import io.nuthatch.app.security.AuditLog;
import io.nuthatch.archive.Archive;
import io.nuthatch.archive.ArchiveSettings;
import io.nuthatch.archive.Exchange;
import io.nuthatch.archive.HttpMessage;
import io.nuthatch.archive.ItemEntry;
import io.nuthatch.archive.OpenWarc;
import io.nuthatch.archive.Place;
import io.nuthatch.archive.Provenance;
import io.nuthatch.archive.SealedWarc;
import io.nuthatch.archive.items.Item;
import io.nuthatch.archive.items.ItemReader;
import io.nuthatch.archive.items.ItemReaders;
import io.nuthatch.database.Database;
import io.nuthatch.database.Migrations;
import io.nuthatch.database.sqlite.SqliteDatabase;
import io.nuthatch.database.sqlite.SqliteSettings;
import io.nuthatch.feed.content.ChangeSink;
import io.nuthatch.feed.content.ContentStore;
import io.nuthatch.harvest.Sealing;
import io.nuthatch.harvest.catalog.Catalog;
import io.nuthatch.harvest.catalog.CredentialVault;
import io.nuthatch.harvest.catalog.HarvestTypes;
import io.nuthatch.model.Post;
import io.nuthatch.model.Sighting;
import io.nuthatch.queue.JobQueue;
import io.nuthatch.queue.QueueTime;
import io.nuthatch.queue.embedded.EmbeddedJobQueue;
import io.nuthatch.queue.embedded.EmbeddedSettings;
import io.nuthatch.simulator.ManualClock;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** An archive with content and catalogue, filled as a harvester would. */
final class ArchiveRoom implements AutoCloseable {

  static final Instant START = Instant.parse("2026-05-01T12:00:00Z");
  static final String URL = "https://api.twitter.com/1.1/statuses/user_timeline.json?user_id=7";

  final ManualClock clock = ManualClock.at(START);
  final Database database;
  final JobQueue queue;
  final Archive archive;
  final ContentStore content;
  final Catalog catalog;
  final ArchiveDesk desk;

  ArchiveRoom(Path directory) {
    database = SqliteDatabase.open(directory, SqliteSettings.defaults(), clock);
    database.migrate(List.of(Migrations.of("app"), Catalog.migrations()));
    queue = EmbeddedJobQueue.open(directory.resolve("queue"), EmbeddedSettings.defaults(), QueueTime.system());
    archive = Archive.open(directory.resolve("archive"), ArchiveSettings.defaults(), clock);
    content = ContentStore.open(database, ChangeSink.NONE, clock);
    catalog = new Catalog(HarvestTypes.of(List.of(), Set.of()), new CredentialVault(new Sealing() {
      @Override
      public byte[] seal(byte[] plain) {
        return plain;
      }

      @Override
      public byte[] open(byte[] sealed) {
        return sealed;
      }
    }), clock);
    desk = new ArchiveDesk(
        new ArchiveDesk.Foundation(database, queue, archive, content, catalog, new AuditLog(clock)), clock);
    catalogue();
  }

  private void catalogue() {
    database.run(t -> {
      t.update("INSERT INTO member_groups VALUES ('g', 'Library', 'library', 0)");
      t.update("INSERT INTO collection_sets VALUES ('s', 'g', 'Set', '', 0)");
      t.update("""
          INSERT INTO collections (id, set_id, home_set_id, type, name, description, timing, visibility, options,
            is_on, is_active, touched, created_at)
          VALUES ('c', 's', 's', 'twitter_user_timeline', 'C', '', 'by hand', 'group', '{}', ?, ?, 0, 0)""", false,
          true);
      t.update("""
          INSERT INTO harvests (id, collection_id, type, state, requested_by, change_id, requested_at, warc_count,
            warc_bytes) VALUES ('h', 'c', 'twitter_user_timeline', 'completed_success', 'ada', 0, 0, 0, 0)""");
    });
  }

  /** A tweet by its number; a retweet of another when that is not 0. */
  static String tweet(int number, int retweeted) {
    String inner = retweeted == 0 ? "" : ",\"retweeted_status\":" + tweet(retweeted, 0);
    return """
        {"created_at":"Fri May 01 11:%02d:00 +0000 2026","id":%d,"id_str":"%d","full_text":"text %d",\
        "favorite_count":%d,"retweet_count":1,"user":{"id_str":"7","screen_name":"ada","name":"Ada"}%s}"""
        .formatted(number, 1_000 + number, 1_000 + number, retweeted == 0 ? number : retweeted, number, inner);
  }

  static String page(int from, int to) {
    return IntStream.range(from, to).mapToObj(number -> tweet(number, 0)).collect(Collectors.joining(",", "[", "]"));
  }

  /** Captures answers into one file, as a harvester does it: WARC, content, index, catalogue. */
  SealedWarc capture(String... answers) {
    try (OpenWarc warc = archive.create(Provenance.of("h", "twitter_user_timeline", "s", "c")
        .withSeeds(List.of("{\"id\":\"seed1\",\"token\":\"ada\"}")))) {
      for (String answer : answers) {
        clock.advance(Duration.ofMinutes(10));
        byte[] body = answer.getBytes(StandardCharsets.UTF_8);
        String head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + body.length
            + "\r\n\r\n";
        Place place = warc.append(Exchange.responseOnly(URL, clock.instant(),
            HttpMessage.of(head.getBytes(StandardCharsets.US_ASCII), body)));
        warc.sync();
        warc.index(keep(warc, place, body));
      }
      SealedWarc sealed = warc.seal();
      database.run(t -> t.update("INSERT INTO warcs (id, harvest_id, collection_id, type, path, sha1, bytes,"
          + " created_at, fixity) VALUES (?, 'h', 'c', 'twitter_user_timeline', ?, ?, ?, ?, 'unchecked')", sealed.id(),
          sealed.path().toString(), sealed.sha1(), sealed.bytes(), sealed.created()));
      return sealed;
    }
  }

  private List<ItemEntry> keep(OpenWarc warc, Place place, byte[] body) {
    ItemReader reader = Objects.requireNonNull(ItemReaders.of(URL));
    List<Post> posts = new ArrayList<>();
    List<Integer> ordinals = new ArrayList<>();
    ItemReaders.read(reader, URL, new ByteArrayInputStream(body), (Item item) -> reader.posts(item).forEach(post -> {
      posts.add(post);
      ordinals.add(item.ordinal());
    }));
    List<Long> ids = content.keep(posts, new Sighting(clock.instant(), "c", "seed1", "h",
        new Sighting.Evidence(archive.root().relativize(warc.path()).toString(), place.offset())));
    return IntStream.range(0, posts.size()).mapToObj(i -> new ItemEntry(ids.get(i), "twitter",
        posts.get(i).name().nativeId(), posts.get(i).createdAt(), "7", place.offset(), place.length(),
        ordinals.get(i))).toList();
  }

  @Override
  public void close() {
    desk.close();
    archive.close();
    queue.close();
    database.close();
  }
}
