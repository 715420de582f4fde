package io.nuthatch.app.settings;

import io.nuthatch.app.AppException;
import java.util.List;

/** Everything that is wrong with a configuration, found in one reading. */
public final class SettingsException extends AppException {

  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  SettingsException(List<String> problems) {
    super(Kind.CALLER, problems.size() + (problems.size() == 1 ? " problem" : " problems") + " in the settings:\n  "
        + String.join("\n  ", problems), null);
    this.problems = List.copyOf(problems);
  }

  public List<String> problems() {
    return problems;
  }
}
