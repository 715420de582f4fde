package io.nuthatch.harvest.catalog;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The conditions of a statement as they come together, with their parameters in order. */
final class Conditions {

  private final StringBuilder text = new StringBuilder();
  private final List<@Nullable Object> parameters = new ArrayList<>();

  Conditions and(String condition, @Nullable Object... values) {
    text.append(text.isEmpty() ? " WHERE " : " AND ").append(condition);
    parameters.addAll(Arrays.asList(values));
    return this;
  }

  /** A condition on a value, if there is one. */
  Conditions ifGiven(String condition, @Nullable Object value) {
    return value == null ? this : and(condition, value);
  }

  /** Only what belongs to a collection {@code c} of a set {@code s} that the viewer may see and that is not deleted. */
  Conditions visibleTo(Viewer viewer) {
    and("c.deleted_at IS NULL");
    return viewer.seesAll() ? this : and("(c.visibility = 'all' OR " + MEMBER + ")", viewer.operator());
  }

  /** That someone is a member of the group of a set {@code s}. */
  static final String MEMBER = "EXISTS (SELECT 1 FROM group_members m WHERE m.group_id = s.group_id AND m.operator = ?)";

  String where() {
    return text.toString();
  }

  /** Those of the conditions, then others that stand behind them in the statement. */
  @Nullable
  Object[] parameters(@Nullable Object... others) {
    List<@Nullable Object> all = new ArrayList<>(parameters);
    all.addAll(Arrays.asList(others));
    return all.toArray();
  }
}
