package io.nuthatch.app.console;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.nuthatch.app.http.Answer;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Locale;
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

  /** A size as people read it. */
  public static String bytes(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    int step = Math.min((63 - Long.numberOfLeadingZeros(bytes)) / 10, 6);
    return String.format(Locale.ROOT, "%.1f %ciB", bytes / Math.pow(1024, step), " KMGTPE".charAt(step));
  }

  /** A number with its thousands apart. */
  public static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** An enum as people read it. */
  public static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
