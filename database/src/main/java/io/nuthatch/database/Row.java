package io.nuthatch.database;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One row of a result, valid until the next one is read. A column that is null where a value is asked for fails. */
public interface Row {

  String text(String column);

  @Nullable
  String textOrNull(String column);

  long integer(String column);

  double decimal(String column);

  boolean flag(String column);

  byte[] bytes(String column);

  byte @Nullable [] bytesOrNull(String column);

  Instant instant(String column);

  @Nullable
  Instant instantOrNull(String column);

  JsonNode json(String column);

  <E extends Enum<E>> E oneOf(String column, Class<E> type);

  boolean isNull(String column);
}
