package io.nuthatch.simulator.platform;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The parameters of a call in the order in which they came; of a name given twice, the first counts. */
public record Parameters(List<Map.Entry<String, String>> pairs) {

  public static final Parameters NONE = new Parameters(List.of());

  /** Reads what stands behind the question mark, or a form's body. */
  public static Parameters parse(String encoded) {
    List<Map.Entry<String, String>> pairs = new ArrayList<>();
    for (String pair : encoded.split("&", -1)) {
      if (!pair.isEmpty()) {
        int equals = pair.indexOf('=');
        String name = equals < 0 ? pair : pair.substring(0, equals);
        String value = equals < 0 ? "" : pair.substring(equals + 1);
        pairs.add(Map.entry(decode(name), decode(value)));
      }
    }
    return new Parameters(List.copyOf(pairs));
  }

  public Parameters and(Parameters more) {
    List<Map.Entry<String, String>> all = new ArrayList<>(pairs);
    all.addAll(more.pairs);
    return new Parameters(List.copyOf(all));
  }

  public Optional<String> text(String name) {
    return pairs.stream().filter(pair -> pair.getKey().equals(name)).map(Map.Entry::getValue).findFirst();
  }

  /** The values of a comma-separated parameter, empty ones left out. */
  public List<String> list(String name) {
    return text(name).stream()
        .flatMap(value -> List.of(value.split(",", -1)).stream())
        .map(String::strip)
        .filter(value -> !value.isEmpty())
        .toList();
  }

  public boolean flag(String name, boolean otherwise) {
    return text(name).map(value -> value.equals("true") || value.equals("t") || value.equals("1")).orElse(otherwise);
  }

  /** A number, or nothing when the parameter is missing or is none. */
  public Optional<Long> number(String name) {
    return text(name).flatMap(Parameters::asNumber);
  }

  public String encoded() {
    StringBuilder text = new StringBuilder();
    for (var pair : pairs) {
      text.append(text.isEmpty() ? "" : "&")
          .append(URLEncoder.encode(pair.getKey(), StandardCharsets.UTF_8))
          .append('=')
          .append(URLEncoder.encode(pair.getValue(), StandardCharsets.UTF_8));
    }
    return text.toString();
  }

  /** A text as a number, or nothing when it is none. */
  public static Optional<Long> asNumber(String text) {
    try {
      return Optional.of(Long.parseLong(text.strip()));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** What is not well encoded stands for itself. */
  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }
}
