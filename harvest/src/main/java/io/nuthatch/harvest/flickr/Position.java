package io.nuthatch.harvest.flickr;

import io.nuthatch.archive.items.Lenient;
import io.nuthatch.harvest.HarvestException;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Where a photo stands among those of its owner: by the second it was uploaded in, then by its id. */
record Position(long uploaded, long id) implements Comparable<Position> {

  private static final Comparator<Position> ORDER = Comparator.comparingLong(Position::uploaded)
      .thenComparingLong(Position::id);

  static Position of(JsonNode listed) {
    return new Position(Lenient.number(listed, "dateupload", 0), Lenient.number(listed, "id", 0));
  }

  /** Reads what {@link #toString} wrote. */
  static @Nullable Position parse(@Nullable String text) {
    if (text == null) {
      return null;
    }
    int dash = text.indexOf('-');
    if (dash < 0 || !Lenient.isId(text.substring(0, dash)) || !Lenient.isId(text.substring(dash + 1))) {
      throw HarvestException.caller("\"" + text + "\" is not the position of a photo; forget the mark to begin anew");
    }
    return new Position(Long.parseLong(text.substring(0, dash)), Long.parseLong(text.substring(dash + 1)));
  }

  @Override
  public int compareTo(Position other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return uploaded + "-" + id;
  }
}
