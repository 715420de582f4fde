package io.nuthatch.app.console;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.nuthatch.app.http.Answer;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pages from templates, which were turned into classes when the program was built; everything in them is escaped. */
public final class Templates {

  private static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(null, ContentType.Html,
      Templates.class.getClassLoader(), "io.nuthatch.app.console.pages");
  private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'")
      .withZone(ZoneOffset.UTC);

  private Templates() {
  }

  static Answer page(int status, String template, Map<String, ?> values) {
    StringOutput out = new StringOutput(8192);
    ENGINE.render(template + ".jte", new HashMap<String, Object>(values), out);
    return Answer.html(status, out.toString());
  }

  /** A time as people read it. */
  public static String time(@Nullable Instant instant) {
    return instant == null ? "–" : MINUTE.format(instant);
  }
}
