package io.nuthatch.harvest.engine;

import io.nuthatch.archive.Archive;
import io.nuthatch.archive.ArchiveException;
import io.nuthatch.model.Json;
import io.nuthatch.model.JsonException;
import io.nuthatch.model.message.HarvestStart;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads start messages, whoever wrote them, and says what is wrong with those that cannot be followed. */
final class Orders {

  private final Repertoire repertoire;
  private final Archive archive;

  Orders(Repertoire repertoire, Archive archive) {
    this.repertoire = repertoire;
    this.archive = archive;
  }

  Order read(String startKey, byte[] body) {
    HarvestStart message;
    try {
      message = Json.read(body, HarvestStart.class);
    } catch (JsonException e) {
      throw new Refusal("bad_message", "the message cannot be read: " + withoutContent(e), e);
    }
    return check(startKey, message);
  }

  @SuppressWarnings("NullAway") // a message may lack what its record says is there
  private Order check(String startKey, HarvestStart message) {
    if (message == null || message.id() == null || message.id().isBlank()) {
      throw new Refusal("bad_message", "the message has no id");
    }
    if (message.type() == null) {
      throw new Refusal("bad_message", "the message has no type");
    }
    Repertoire.Piece piece = repertoire.find(message.type()).orElseThrow(
        () -> new Refusal("unknown_type", "harvests of type " + message.type() + " are not known here"));
    int least = piece.type().seeds().least();
    if (message.seeds().size() < least) {
      throw new Refusal("bad_seeds",
          "a harvest of type " + message.type() + " needs " + least + " seeds, not " + message.seeds().size());
    }
    Order order = new Order(message, startKey, piece);
    try {
      order.directory(archive);
    } catch (ArchiveException e) {
      throw new Refusal("bad_path", String.valueOf(e.getMessage()), e);
    }
    return order;
  }

  /** Where the message went wrong; not what stands there, which may be a credential. */
  private static String withoutContent(JsonException e) {
    String text = String.valueOf(e.getMessage());
    int colon = text.indexOf(':');
    return colon < 0 ? text : text.substring(0, colon);
  }

  /** The id of a message that is otherwise of no use, if it can be made out. */
  static @Nullable String idOf(byte[] body) {
    try {
      JsonNode id = Json.read(body, JsonNode.class).path("id");
      return id.isString() && !id.asString().isBlank() ? id.asString() : null;
    } catch (JsonException e) {
      return null;
    }
  }
}
