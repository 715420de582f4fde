package io.nuthatch.app.cli;

import io.nuthatch.model.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A list of things, as columns for people or as JSON, one array, for programs. */
final class Table {

  /** A heading and the field below it; a field within a field is written with a dot. */
  record Column(String heading, String field) {
  }

  private Table() {
  }

  static void print(PrintWriter out, boolean json, List<JsonNode> items, Column... columns) {
    if (json) {
      out.println(Json.pretty(items));
    } else {
      List<List<String>> rows = new ArrayList<>();
      rows.add(List.of(columns).stream().map(Column::heading).toList());
      for (JsonNode item : items) {
        rows.add(List.of(columns).stream().map(column -> text(field(item, column.field))).toList());
      }
      aligned(out, rows);
    }
    out.flush();
  }

  private static void aligned(PrintWriter out, List<List<String>> rows) {
    int[] widths = new int[rows.getFirst().size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        line.append(row.get(i)).repeat(' ', widths[i] - row.get(i).length() + 2);
      }
      out.println(line.toString().stripTrailing());
    }
  }

  private static JsonNode field(JsonNode item, String path) {
    JsonNode value = item;
    for (String name : path.split("\\.", -1)) {
      value = value.path(name);
    }
    return value;
  }

  private static String text(JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return "-";
    }
    if (value.isBoolean()) {
      return value.asBoolean() ? "yes" : "no";
    }
    String text = value.isValueNode() ? value.asString() : value.toString();
    return text.replaceAll("\\p{Cntrl}", "\u00b7"); // what others wrote must not steer the terminal
  }
}
