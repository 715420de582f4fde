package io.nuthatch.harvest;

import io.nuthatch.model.Json;
import io.nuthatch.model.JsonException;
import io.nuthatch.model.message.SeedReference;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * A seed's token as named fields: an object, the same as JSON text, or a plain word that stands for the first field.
 * What is wrong with it is told as a {@link HarvestException} of the caller's kind.
 */
public final class SeedToken {

  private final SeedReference seed;
  private final ObjectNode fields;
  private final String plain;

  private SeedToken(SeedReference seed, ObjectNode fields, String plain) {
    this.seed = seed;
    this.fields = fields;
    this.plain = plain;
  }

  /**
   * Reads the token.
   *
   * @param known the names of the fields there are; a plain word is the first
   */
  public static SeedToken of(SeedReference seed, String... known) {
    ObjectNode fields = read(seed, known[0]);
    TreeSet<String> unknown = new TreeSet<>(fields.propertyNames());
    unknown.removeAll(List.of(known));
    if (!unknown.isEmpty()) {
      throw HarvestException
          .caller("the seed has " + String.join(", ", unknown) + ", which nothing is made of; it may have "
              + String.join(", ", known));
    }
    return new SeedToken(seed, fields, known[0]);
  }

  private static ObjectNode read(SeedReference seed, String plain) {
    JsonNode token = seed.token();
    if (token instanceof ObjectNode object) {
      return object.deepCopy();
    }
    String text = word(seed);
    if (text == null) {
      return Json.object();
    }
    if (!text.startsWith("{")) {
      return Json.object().put(plain, text);
    }
    try {
      if (Json.tree(text) instanceof ObjectNode object) {
        return object;
      }
    } catch (JsonException e) {
      throw HarvestException.caller("the seed begins like JSON and is none: " + e.getMessage());
    }
    throw HarvestException.caller("the seed begins like a JSON object and is none");
  }

  /** The token of a seed that is a plain word, without blanks around it; null if there is none. */
  public static @Nullable String word(SeedReference seed) {
    String text = seed.tokenText();
    if (text == null || text.isBlank()) {
      return null;
    }
    if (text.strip().equalsIgnoreCase("null")) {
      throw HarvestException.caller("\"null\" is not a seed; it usually comes from an empty cell of a table");
    }
    return text.strip();
  }

  /** A field as text without blanks around it; null if it is missing or empty. Lists are joined by commas. */
  public @Nullable String text(String field) {
    JsonNode value = fields.path(field);
    if (value.isArray()) {
      return value.isEmpty() ? null : String.join(",", value.values().stream().map(JsonNode::asString).toList());
    }
    if (value.isObject()) {
      throw HarvestException.caller(field + " must be text, not an object");
    }
    String text = value.isMissingNode() || value.isNull() ? "" : value.asString().strip();
    return text.isEmpty() ? null : text;
  }

  /** The parts of a field that is a list, or text with commas. */
  public List<String> list(String field) {
    String text = text(field);
    return text == null
        ? List.of()
        : Arrays.stream(text.split(",", -1)).map(String::strip).filter(part -> !part.isEmpty()).toList();
  }

  /** The seed with its token made proper: a word if the first field is all it has, an object otherwise. */
  public SeedReference proper() {
    ObjectNode kept = Json.object();
    for (String field : fields.propertyNames()) {
      String text = text(field);
      if (text != null) {
        kept.put(field, text);
      }
    }
    String word = text(plain);
    boolean wasWord = seed.token() == null || !seed.token().isObject();
    JsonNode token = word != null && kept.size() == 1 && wasWord ? StringNode.valueOf(word) : kept;
    return new SeedReference(seed.id(), token, seed.uid());
  }
}
