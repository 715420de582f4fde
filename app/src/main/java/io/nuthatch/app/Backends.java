package io.nuthatch.app;

import io.nuthatch.app.settings.Catalogue;
import io.nuthatch.app.settings.Settings;
import io.nuthatch.database.Database;
import io.nuthatch.database.postgres.PostgresDatabase;
import io.nuthatch.database.postgres.PostgresSettings;
import io.nuthatch.database.sqlite.SqliteDatabase;
import io.nuthatch.database.sqlite.SqliteSettings;
import io.nuthatch.queue.Bus;
import io.nuthatch.queue.JobQueue;
import io.nuthatch.queue.QueueTime;
import io.nuthatch.queue.embedded.EmbeddedBus;
import io.nuthatch.queue.embedded.EmbeddedJobQueue;
import io.nuthatch.queue.embedded.EmbeddedSettings;
import io.nuthatch.queue.postgres.PostgresJobQueue;
import io.nuthatch.queue.rabbit.RabbitBus;
import io.nuthatch.queue.rabbit.RabbitSettings;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** What a node keeps its state in: each backend by its address in the settings, embedded unless another is named. */
final class Backends {

  private final Settings settings;
  private final Path directory;
  private final Clock clock;

  Backends(Settings settings, Path directory, Clock clock) {
    this.settings = settings;
    this.directory = directory;
    this.clock = clock;
  }

  Database database() {
    String url = settings.get(Catalogue.DATABASE_URL);
    if (url.startsWith("sqlite:")) {
      return SqliteDatabase.open(directory, SqliteSettings.defaults(), clock);
    }
    int pool = settings.get(Catalogue.DATABASE_POOL);
    return PostgresDatabase.open(url,
        new PostgresSettings(pool, pool, settings.get(Catalogue.HTTP_REQUEST_TIMEOUT)));
  }

  JobQueue queue(Database database) {
    if (settings.get(Catalogue.QUEUE_URL).startsWith("embedded:")) {
      return EmbeddedJobQueue.open(directory.resolve("queue"), embedded(), time());
    }
    return PostgresJobQueue.open(database, settings.get(Catalogue.DATABASE_URL),
        settings.get(Catalogue.QUEUE_ATTEMPTS), clock);
  }

  Bus bus() {
    String url = settings.get(Catalogue.BUS_URL);
    if (url.startsWith("embedded:")) {
      return EmbeddedBus.open(directory.resolve("bus"), embedded(), time());
    }
    RabbitSettings rabbit = new RabbitSettings(settings.get(Catalogue.BUS_EXCHANGE),
        Set.copyOf(settings.find(Catalogue.BUS_CLASSIC).orElse(List.of())), Duration.ofSeconds(30));
    return RabbitBus.open(url, rabbit, clock);
  }

  /** The name of a backend as the settings give it, without what follows. */
  static String kind(String url) {
    return url.replaceFirst("^jdbc:", "").replaceFirst(":.*", "");
  }

  private EmbeddedSettings embedded() {
    EmbeddedSettings usual = EmbeddedSettings.defaults();
    return usual.withSegments(Math.toIntExact(settings.get(Catalogue.QUEUE_SEGMENT)), usual.segmentJobs())
        .withSyncInterval(settings.get(Catalogue.QUEUE_SYNC)).withMaxAttempts(settings.get(Catalogue.QUEUE_ATTEMPTS));
  }

  /** Leases end by a steady clock, whatever happens to the other. */
  private QueueTime time() {
    return new QueueTime(clock, () -> System.nanoTime() / 1_000_000);
  }
}
