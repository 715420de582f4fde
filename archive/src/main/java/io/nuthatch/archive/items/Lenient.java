package io.nuthatch.archive.items;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads JSON that may be anything: the value where it is what it should be, and otherwise nothing. */
public final class Lenient {

  private static final int LONGEST_ID = 19;

  private Lenient() {
  }

  /** A text that is not empty, or null. */
  public static @Nullable String text(JsonNode object, String field) {
    JsonNode value = object.path(field);
    return value.isString() && !value.stringValue().isEmpty() ? value.stringValue() : null;
  }

  /** A number, also one that stands as text; {@code otherwise} if it is neither. */
  public static long number(JsonNode object, String field, long otherwise) {
    JsonNode value = object.path(field);
    if (value.isIntegralNumber() && value.canConvertToLong()) {
      return value.longValue();
    }
    return value.isString() && isId(value.stringValue()) ? Long.parseLong(value.stringValue()) : otherwise;
  }

  /** An id made of digits that stands as text in one field or, failing that, as a number in another; or null. */
  public static @Nullable String id(JsonNode object, String textField, String numberField) {
    JsonNode text = object.path(textField);
    if (text.isString() && isId(text.stringValue())) {
      return text.stringValue();
    }
    JsonNode number = object.path(numberField);
    return number.isIntegralNumber() && number.canConvertToLong() && number.longValue() > 0
        ? Long.toString(number.longValue())
        : null;
  }

  /** Whether a text is a number that fits 63 bits, as the ids of most platforms do. */
  public static boolean isId(String text) {
    int length = text.length();
    if (length == 0 || length > LONGEST_ID) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return length < LONGEST_ID || text.compareTo("9223372036854775807") <= 0;
  }
}
