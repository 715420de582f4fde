package io.nuthatch.app.http;

import io.nuthatch.app.Problem;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Paging: the key of the last item a reader saw, made opaque. It stays good while items come and go, since it names a
 * place in the order and not a count.
 */
public final class Cursor {

  public static final int USUAL = 50;
  public static final int MOST = 1000;

  private Cursor() {
  }

  /** The cursor after a page, or null when the page was the last: it has fewer items than were asked for. */
  public static <T> @Nullable String after(List<T> page, int limit, Function<T, String> key) {
    if (page.size() < limit) {
      return null;
    }
    return Base64.getUrlEncoder().withoutPadding()
        .encodeToString(key.apply(page.getLast()).getBytes(StandardCharsets.UTF_8));
  }

  static String read(String cursor) {
    try {
      return new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw Problem.bad("cursor '" + cursor + "' is none of ours; take next_cursor of the page before");
    }
  }
}
