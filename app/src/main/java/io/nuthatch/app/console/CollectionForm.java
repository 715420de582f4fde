package io.nuthatch.app.console;

import io.nuthatch.app.Problem;
import io.nuthatch.app.api.CollectionView;
import io.nuthatch.harvest.HarvestType;
import io.nuthatch.harvest.HarvestType.Option;
import io.nuthatch.harvest.HarvestType.OptionKind;
import io.nuthatch.harvest.catalog.CollectionPlan.Visibility;
import io.nuthatch.model.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The form in which people say how a collection is to be: read into a plan, and filled in from one. The part about
 * harvesting cannot be changed while a collection is on; a browser then sends none of it, and it stays as it is.
 */
public final class CollectionForm {

  /** Schedules to choose from; any other is typed. */
  public static final List<String> TIMINGS = List.of("by hand", "once", "every 30m", "every 1h", "every 4h",
      "every 12h", "every 1d", "every 1w", "every 4w");

  private static final String OPTION = "option.";

  private CollectionForm() {
  }

  static CollectionView.Plan plan(Map<String, String> form, HarvestType type) {
    Visibility visibility = "all".equals(form.get("visibility")) ? Visibility.ALL : Visibility.GROUP;
    if (!form.containsKey("harvesting")) {
      return new CollectionView.Plan(form.get("name"), form.get("description"), form.get("link"), null, null, null,
          null, visibility, null);
    }
    Map<String, JsonNode> options = new LinkedHashMap<>();
    for (Option option : type.options()) {
      JsonNode value = option(option, form);
      if (value != null && !value.equals(option.standard())) {
        options.put(option.name(), value);
      }
    }
    String other = Forms.text(form, "other_schedule");
    return new CollectionView.Plan(form.get("name"), form.get("description"), form.get("link"),
        form.get("credential"), other != null ? other : form.get("schedule"), form.get("start_date"),
        form.get("end_date"), visibility, options);
  }

  private static @Nullable JsonNode option(Option option, Map<String, String> form) {
    String text = Forms.text(form, OPTION + option.name());
    if (option.kind() == OptionKind.FLAG) {
      return Json.MAPPER.valueToTree(text != null);
    }
    if (text == null) {
      return null;
    }
    return switch (option.kind()) {
      case NUMBER -> Json.MAPPER.valueToTree(number(option, text));
      case LIST -> Json.MAPPER.valueToTree(
          Arrays.stream(text.split(",", -1)).map(String::strip).filter(word -> !word.isEmpty()).toList());
      case TEXT, FLAG -> Json.MAPPER.valueToTree(text);
    };
  }

  private static long number(Option option, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw Problem.of(Problem.Type.BAD_REQUEST, option.label() + " takes a whole number, not '" + text + "'", e);
    }
  }

  /** The form as it would have been filled in for a collection that is there. */
  static Map<String, String> of(CollectionView collection, HarvestType type) {
    Map<String, String> form = new HashMap<>();
    form.put("name", collection.name());
    form.put("description", collection.description());
    form.put(TIMINGS.contains(collection.schedule()) ? "schedule" : "other_schedule", collection.schedule());
    form.put("visibility", collection.visibility() == Visibility.ALL ? "all" : "group");
    putIfThere(form, "link", collection.link());
    putIfThere(form, "credential", collection.credentialId());
    putIfThere(form, "start_date", collection.startDate());
    putIfThere(form, "end_date", collection.endDate());
    for (Option option : type.options()) {
      JsonNode chosen = collection.options().get(option.name());
      JsonNode value = chosen == null ? option.standard() : chosen;
      switch (option.kind()) {
        case FLAG -> putIfThere(form, OPTION + option.name(), value.asBoolean() ? "on" : null);
        case LIST -> putIfThere(form, OPTION + option.name(), chosen == null ? null : words(chosen));
        case NUMBER, TEXT -> putIfThere(form, OPTION + option.name(), chosen == null ? null : chosen.asString());
      }
    }
    return form;
  }

  private static String words(JsonNode list) {
    List<String> words = new ArrayList<>();
    list.forEach(word -> words.add(word.asString()));
    return String.join(", ", words);
  }

  private static void putIfThere(Map<String, String> form, String name, @Nullable Object value) {
    if (value != null) {
      form.put(name, value.toString());
    }
  }
}
