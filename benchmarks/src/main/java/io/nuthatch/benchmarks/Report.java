package io.nuthatch.benchmarks;

import io.nuthatch.model.Json;
import java.io.PrintStream;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** Prints figures as they come: for people a line with both values, then the ratio; or a JSON object each. */
public final class Report {

  private final PrintStream out;
  private final boolean json;

  Report(PrintStream out, boolean json) {
    this.out = out;
    this.json = json;
  }

  public void add(Figure figure) {
    if (json) {
      ObjectNode object = Json.object().put("what", figure.what()).put("product", figure.product().median())
          .put("rival", figure.rival().name()).put("rival_value", figure.rival().series().median())
          .put("unit", figure.unit())
          .put("ratio", figure.ratio()).put("target", figure.target()).put("note", figure.note());
      out.println(Json.write(object));
      return;
    }
    out.printf(Locale.ROOT, "%-28s %,14.0f %s%n", figure.what(), figure.product().median(), figure.unit());
    out.printf(Locale.ROOT, "%-28s %,14.0f %s%n", "  " + figure.rival().name(), figure.rival().series().median(),
        figure.unit());
    if (!figure.note().isEmpty()) {
      out.println("  " + figure.note());
    }
    out.printf(Locale.ROOT, "  promised %.2f%n", figure.target());
    out.printf(Locale.ROOT, "ratio %s %.2f%n", figure.what(), figure.ratio());
  }
}
