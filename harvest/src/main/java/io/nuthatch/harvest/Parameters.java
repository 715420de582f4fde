package io.nuthatch.harvest;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The parameters of a call, put together one by one. */
public final class Parameters {

  private final SequencedMap<String, String> values = new LinkedHashMap<>();

  public static Parameters none() {
    return new Parameters();
  }

  public static Parameters of(String name, String value) {
    return new Parameters().and(name, value);
  }

  /** One more; none if the value is null. */
  public Parameters and(String name, @Nullable String value) {
    if (value != null) {
      values.put(name, value);
    }
    return this;
  }

  /** All of another set as well. */
  public Parameters and(Parameters more) {
    values.putAll(more.values);
    return this;
  }

  public Parameters and(String name, long value) {
    return and(name, Long.toString(value));
  }

  public SequencedMap<String, String> map() {
    return values;
  }

  /** As they stand in a query or a form. */
  public static String encoded(Map<String, String> parameters) {
    return parameters.entrySet().stream().map(entry -> encoded(entry.getKey()) + "=" + encoded(entry.getValue()))
        .collect(Collectors.joining("&"));
  }

  /** Percent encoding as RFC 3986 has it, which queries, forms and signatures all take. */
  public static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace("*", "%2A").replace("%7E", "~");
  }
}
