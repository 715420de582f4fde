package io.nuthatch.app.http;

import io.nuthatch.app.Access;
import io.nuthatch.model.Json;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The OpenAPI 3.1 document, made from the endpoints and the records they take and give. It cannot be out of date: there
 * is no second list.
 */
public final class OpenApi {

  private static final Pattern PART = Pattern.compile("\\{([a-z_]+)}");

  private OpenApi() {
  }

  public static ObjectNode document(String version, List<Endpoint> endpoints) {
    ObjectNode root = Json.object();
    root.put("openapi", "3.1.0");
    root.putObject("info").put("title", "Nuthatch").put("version", version).put("description",
        "Collects social feeds, archives them as evidence, keeps them fresh and serves them as timelines.")
        .putObject("license").put("name", "Apache-2.0").put("identifier", "Apache-2.0");
    ObjectNode paths = root.putObject("paths");
    ObjectNode components = root.putObject("components");
    ObjectNode schemas = components.putObject("schemas");
    components.putObject("securitySchemes").putObject("token").put("type", "http").put("scheme", "bearer");
    schemas.set("Problem", problem());
    for (Endpoint endpoint : endpoints) {
      if (!endpoint.isPage()) {
        ObjectNode path = (ObjectNode) paths.optional(endpoint.path())
            .orElseGet(() -> paths.putObject(endpoint.path()));
        path.set(endpoint.method().name().toLowerCase(Locale.ROOT), operation(endpoint, schemas));
      }
    }
    return root;
  }

  private static ObjectNode operation(Endpoint endpoint, ObjectNode schemas) {
    Endpoint.Doc doc = endpoint.doc();
    ObjectNode operation = Json.object();
    operation.putArray("tags").add(doc.group());
    operation.put("operationId", operationId(endpoint));
    operation.put("summary", doc.summary());
    operation.put("description",
        endpoint.access() == Access.NONE ? "Open to all." : "Takes the role " + endpoint.access().word() + ".");
    if (endpoint.access() != Access.NONE) {
      operation.putArray("security").addObject().putArray("token");
    }
    ArrayNode parameters = Json.MAPPER.createArrayNode();
    Matcher parts = PART.matcher(endpoint.path());
    while (parts.find()) {
      parameters.addObject().put("name", parts.group(1)).put("in", "path").put("required", true).putObject("schema")
          .put("type", "string");
    }
    for (Endpoint.Parameter parameter : doc.query()) {
      parameters.addObject().put("name", parameter.name()).put("in", "query").put("description", parameter.meaning())
          .putObject("schema").put("type", "string");
    }
    if (!parameters.isEmpty()) {
      operation.set("parameters", parameters);
    }
    if (doc.body() != null) {
      operation.putObject("requestBody").put("required", true).putObject("content").putObject("application/json")
          .set("schema", schema(doc.body(), schemas));
    }
    ObjectNode responses = operation.putObject("responses");
    ObjectNode good = responses.putObject(Integer.toString(doc.status())).put("description", "As asked.");
    if (doc.answer() != null) {
      good.putObject("content").putObject("application/json").set("schema", schema(doc.answer(), schemas));
    }
    responses.putObject("default").put("description", "Refused or failed.").putObject("content")
        .putObject("application/problem+json").putObject("schema").put("$ref", "#/components/schemas/Problem");
    return operation;
  }

  private static String operationId(Endpoint endpoint) {
    String words = endpoint.path().replaceFirst("^/api/v1/", "").replaceAll("[^a-zA-Z0-9]+", "_").replaceAll("^_|_$",
        "");
    return endpoint.method().name().toLowerCase(Locale.ROOT) + "_" + words;
  }

  private static JsonNode schema(Type type, ObjectNode schemas) {
    ObjectNode node = Json.object();
    if (type instanceof ParameterizedType generic) {
      Class<?> raw = (Class<?>) generic.getRawType();
      if (Collection.class.isAssignableFrom(raw)) {
        node.put("type", "array").set("items", schema(generic.getActualTypeArguments()[0], schemas));
      } else if (Map.class.isAssignableFrom(raw)) {
        node.put("type", "object").set("additionalProperties", schema(generic.getActualTypeArguments()[1], schemas));
      }
      return node;
    }
    Class<?> plain = type instanceof Class<?> c ? c : Object.class;
    if (plain.isRecord()) {
      String name = plain.getSimpleName();
      if (!schemas.has(name)) {
        schemas.putObject(name); // first, so that a record that holds itself ends
        ObjectNode schema = record(plain, schemas);
        schemas.set(name, schema);
      }
      return node.put("$ref", "#/components/schemas/" + name);
    }
    if (plain.isEnum()) {
      ArrayNode values = node.put("type", "string").putArray("enum");
      Arrays.stream(plain.getEnumConstants()).forEach(e -> values.add(e.toString().toLowerCase(Locale.ROOT)));
      return node;
    }
    String simple = simpleType(plain);
    if (simple != null) {
      node.put("type", simple);
    }
    if (plain == Instant.class) {
      node.put("format", "date-time");
    }
    return node;
  }

  private static @Nullable String simpleType(Class<?> type) {
    if (type == String.class || type == Instant.class || type == Duration.class) {
      return "string";
    }
    if (type == boolean.class || type == Boolean.class) {
      return "boolean";
    }
    if (type == int.class || type == long.class || type == Integer.class || type == Long.class) {
      return "integer";
    }
    return type == double.class || type == Double.class ? "number" : null;
  }

  private static ObjectNode record(Class<?> type, ObjectNode schemas) {
    ObjectNode node = Json.object().put("type", "object");
    ObjectNode properties = node.putObject("properties");
    ArrayNode required = Json.MAPPER.createArrayNode();
    for (RecordComponent component : type.getRecordComponents()) {
      String name = Json.fieldName(component.getName());
      JsonNode schema = schema(component.getGenericType(), schemas);
      if (component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
        schema = orNull(schema);
      } else {
        required.add(name);
      }
      properties.set(name, schema);
    }
    if (!required.isEmpty()) {
      node.set("required", required);
    }
    return node;
  }

  private static ObjectNode orNull(JsonNode schema) {
    ObjectNode either = Json.object();
    either.putArray("anyOf").add(schema).addObject().put("type", "null");
    return either;
  }

  private static ObjectNode problem() {
    ObjectNode node = Json.object().put("type", "object");
    ObjectNode properties = node.putObject("properties");
    List.of("type", "title", "detail").forEach(name -> properties.putObject(name).put("type", "string"));
    properties.putObject("status").put("type", "integer");
    return node;
  }
}
