package io.nuthatch.harvest.catalog;

import io.nuthatch.database.Database;
import io.nuthatch.database.Transaction;
import io.nuthatch.model.Json;
import io.nuthatch.queue.Message;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What would leave: kept in the outbox's table with the transaction, and taken out by the test. */
record SentMessages(Database database) implements Outgoing {

  record Sent(String key, JsonNode body) {
  }

  @Override
  public void add(Transaction transaction, List<Message> messages) {
    for (Message message : messages) {
      transaction.update("INSERT INTO outbox (routing_key, body) VALUES (?, ?)", message.routingKey(), message.body());
    }
  }

  /** All since the last time. */
  List<Sent> take() {
    return database.write(t -> {
      List<Sent> sent = t.list("SELECT routing_key, body FROM outbox ORDER BY id",
          row -> new Sent(row.text("routing_key"), Json.read(row.bytes("body"), JsonNode.class)));
      t.update("DELETE FROM outbox");
      return sent;
    });
  }

  /** The keys of all since the last time. */
  List<String> keys() {
    return take().stream().map(Sent::key).toList();
  }
}
