package io.nuthatch.model;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** Text that is not the JSON it was taken for; the message names the line, the column and the field. */
public final class JsonException extends NuthatchException {

  private static final long serialVersionUID = 1L;

  private JsonException(String message, @Nullable Throwable cause) {
    super(Kind.CALLER, message, cause);
  }

  static JsonException of(String found) {
    return new JsonException("not the JSON that was expected: " + found, null);
  }

  static JsonException of(JacksonException e) {
    var place = e.getLocation();
    String where = place == null ? "" : " at line " + place.getLineNr() + ", column " + place.getColumnNr();
    return new JsonException("not the JSON that was expected" + where + ": " + e.getOriginalMessage(), e);
  }
}
