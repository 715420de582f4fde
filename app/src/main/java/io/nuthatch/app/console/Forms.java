package io.nuthatch.app.console;

import io.nuthatch.app.Problem;
import io.nuthatch.app.http.Answer;
import io.nuthatch.app.http.Request;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Forms of pages: what one asks for is done and the browser sent on; what is refused is said on the page it came from. */
final class Forms {

  /** Shows the page a form stands on, with a status and what went wrong. */
  interface Page {
    Answer show(int status, Request request, @Nullable String error);
  }

  private Forms() {
  }

  /**
   * Handles a form.
   *
   * @param work does what is asked and says where to go then
   */
  static Answer handle(Request request, Page page, BiFunction<Request, Map<String, String>, String> work) {
    try {
      return Answer.redirect(work.apply(request, request.form()));
    } catch (Problem refused) {
      return page.show(refused.type().status(), request, refused.getMessage());
    }
  }

  /** A field without the spaces around it, or null when it was left empty. */
  static @Nullable String text(Map<String, String> form, String name) {
    String text = form.getOrDefault(name, "").strip();
    return text.isEmpty() ? null : text;
  }

  /** A field that must be filled in. */
  static String required(Map<String, String> form, String name, String label) {
    String text = text(form, name);
    if (text == null) {
      throw Problem.bad(label + " is missing");
    }
    return text;
  }

  static <T> @Nullable T map(@Nullable String text, Function<String, T> reader) {
    return text == null ? null : reader.apply(text);
  }
}
