package io.nuthatch.harvest.engine;

import io.nuthatch.database.Database;
import io.nuthatch.database.Transaction;
import io.nuthatch.model.Post;
import io.nuthatch.model.PostSink;
import io.nuthatch.model.Sighting;
import io.nuthatch.queue.QueueDeclaration;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/**
 * A node in a process of its own, to be killed: asks for a harvest, takes part in all that is to be done, keeps posts
 * and everything it hears in the database. Told to finish, it fills the
 * stream's gaps once somebody writes to it, stops the stream, and ends when nothing is left to do.
 */
final class CrashChild {

  static final String STREAM = "stream";

  private CrashChild() {
  }

  /** Posts as rows. */
  private record DatabasePosts(Database database) implements PostSink {

    @Override
    public List<Long> keep(List<Post> posts, Sighting sighting) {
      return database.write(transaction -> posts.stream().map(post -> keep(transaction, post)).toList());
    }

    private static long keep(Transaction transaction, Post post) {
      return transaction.list("""
          INSERT INTO kept_posts (native_id, id) VALUES (?, (SELECT COALESCE(max(id), 0) + 1 FROM kept_posts))
          ON CONFLICT (native_id) DO UPDATE SET native_id = excluded.native_id RETURNING id""",
          row -> row.integer("id"), post.name().nativeId()).getFirst();
    }
  }

  public static void main(String[] arguments) throws IOException {
    Path directory = Path.of(arguments[0]);
    String harvest = arguments[2];
    boolean finish = arguments[3].equals("finish");
    TestNode.Base base = arguments.length > 4
        ? TestNode.Base.distributed(arguments[4], arguments[5])
        : TestNode.Base.embedded(directory);
    base.database().run(transaction -> {
      transaction.update("CREATE TABLE IF NOT EXISTS kept_posts (native_id TEXT PRIMARY KEY, id BIGINT)");
      transaction.update("CREATE TABLE IF NOT EXISTS heard (routing_key TEXT, body TEXT)");
    });
    base.bus().declare(QueueDeclaration.of("recorder", "harvest.status.#", "warc_created"));
    TestNode node = TestNode.start(base, directory, TestNode.quick(arguments[1]), List.of(new ToyAdapter()),
        new DatabasePosts(base.database()));
    base.bus().consume("recorder", 1, delivery -> base.database().run(transaction -> transaction
        .update("INSERT INTO heard (routing_key, body) VALUES (?, ?)", delivery.message().routingKey(),
            delivery.message().text())));
    node.ask(TestNode.order(STREAM, "toy_stream", "calls"));
    node.ask(TestNode.order(harvest, "toy_search", "birds"));
    System.out.println("asked");
    if (finish) {
      System.in.read();
      Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> base.database()
          .read(reading -> reading.number("SELECT count(*) FROM gaps WHERE subject = '' AND state = 'open'")) == 0);
      node.askToStop(STREAM);
      Awaitility.await().atMost(Duration.ofMinutes(2))
          .until(() -> node.harvester.active().isEmpty() && node.isQuiet() && base.bus().depth("recorder") == 0);
      node.close();
      System.out.println("finished");
    } else {
      Awaitility.await().forever().until(() -> false);
    }
  }
}
