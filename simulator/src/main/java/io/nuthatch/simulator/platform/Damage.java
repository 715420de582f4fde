package io.nuthatch.simulator.platform;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.faults.Fault;
import io.nuthatch.simulator.faults.Mischief;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Makes of a sound document one that is not the JSON it should be. */
final class Damage {

  private static final byte[] PAGE = "<!DOCTYPE html><html><body>Something is technically wrong.</body></html>"
      .getBytes(StandardCharsets.UTF_8);

  private Damage() {
  }

  static Reply.Document apply(Reply.Document sound, Mischief mischief) {
    return mischief.find(Fault.WrongJson.class).map(fault -> switch (fault.damage()) {
      case CUT -> with(sound, sound.contentType(), Arrays.copyOf(sound.body(), sound.body().length * 2 / 3));
      case HTML -> with(sound, "text/html; charset=utf-8", PAGE);
      case TYPES -> !sound.contentType().startsWith("application/json")
          ? sound
          : with(sound, sound.contentType(),
              Json.writeBytes(swapped(Json.tree(new ByteArrayInputStream(sound.body())))));
    }).orElse(sound);
  }

  private static Reply.Document with(Reply.Document sound, String contentType, byte[] body) {
    return new Reply.Document(sound.status(), sound.headers(), contentType, body);
  }

  /** Numbers become text, text becomes its length. */
  private static JsonNode swapped(JsonNode node) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    if (node instanceof ObjectNode object) {
      ObjectNode result = nodes.objectNode();
      object.properties().forEach(field -> result.set(field.getKey(), swapped(field.getValue())));
      return result;
    }
    if (node instanceof ArrayNode array) {
      ArrayNode result = nodes.arrayNode();
      array.forEach(element -> result.add(swapped(element)));
      return result;
    }
    if (node.isNumber()) {
      return nodes.stringNode("number " + node.asString());
    }
    return node.isString() ? nodes.numberNode(node.asString().length()) : node;
  }
}
