package io.nuthatch.app.settings;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kind of value: how it is read from text, and the words that tell a user what it takes.
 *
 * @param takes completes the sentence "… takes …"
 * @param read returns the value or throws {@link IllegalArgumentException}
 */
public record Kind<T>(String takes, Function<String, T> read) {

  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|h|d)");
  private static final Pattern SIZE = Pattern.compile("(\\d{1,9})\\s*(B|KiB|MiB|GiB)");

  static final Kind<String> TEXT = new Kind<>("text", text -> text);

  static final Kind<Integer> PORT = integer("a port (0 to 65535, 0 for any free one)", 0, 65_535);

  static final Kind<Long> BYTES = new Kind<>("a size such as 512KiB, 10MiB or 1GiB", Kind::bytes);

  static final Kind<List<String>> NAMES = new Kind<>("names separated by commas",
      text -> Arrays.stream(text.split(",")).map(String::strip).filter(s -> !s.isEmpty()).toList());

  static final Kind<URI> WEB_ADDRESS = new Kind<>("an http or https address", Kind::webAddress);

  /** An issuer is compared letter by letter, so nothing is cut off. */
  static final Kind<URI> ISSUER = new Kind<>("an http or https address", text -> {
    webAddress(text);
    return URI.create(text);
  });

  /** A duration within bounds. */
  static Kind<Duration> duration(String least, String most) {
    return new Kind<>("a duration such as 250ms, 30s, 5m, 12h or 21d, from " + least + " to " + most, text -> {
      Duration value = duration(text);
      if (value.compareTo(duration(least)) < 0 || value.compareTo(duration(most)) > 0) {
        throw new IllegalArgumentException();
      }
      return value;
    });
  }

  static Kind<Integer> integer(String takes, int least, int most) {
    return new Kind<>(takes, text -> {
      int value = Integer.parseInt(text);
      if (value < least || value > most) {
        throw new IllegalArgumentException();
      }
      return value;
    });
  }

  static Kind<Integer> count(int least, int most) {
    return integer("a whole number from " + least + " to " + most, least, most);
  }

  static <E extends Enum<E>> Kind<E> choice(Class<E> type) {
    List<String> names = Arrays.stream(type.getEnumConstants()).map(e -> e.name().toLowerCase(Locale.ROOT)).toList();
    return oneOf(String.join(", ", names), names, text -> Enum.valueOf(type, text.toUpperCase(Locale.ROOT)));
  }

  static <E extends Enum<E>> Kind<List<E>> choices(Class<E> type) {
    Kind<E> one = choice(type);
    return new Kind<>("any of " + one.takes + ", separated by commas",
        text -> {
          List<E> chosen = NAMES.read.apply(text).stream().map(one.read).distinct().toList();
          if (chosen.isEmpty()) {
            throw new IllegalArgumentException();
          }
          return chosen;
        });
  }

  /** Text that begins with one of these; what follows is read by the module it is for. */
  static Kind<String> scheme(String takes, String... beginnings) {
    return new Kind<>(takes, text -> {
      if (Arrays.stream(beginnings).noneMatch(text::startsWith)) {
        throw new IllegalArgumentException();
      }
      return text;
    });
  }

  private static <T> Kind<T> oneOf(String takes, List<String> allowed, Function<String, T> read) {
    return new Kind<>(takes, text -> {
      if (!allowed.contains(text)) {
        throw new IllegalArgumentException();
      }
      return read.apply(text);
    });
  }

  private static Duration duration(String text) {
    Matcher m = DURATION.matcher(text);
    if (!m.matches()) {
      throw new IllegalArgumentException();
    }
    long n = Long.parseLong(m.group(1));
    return switch (m.group(2)) {
      case "ms" -> Duration.ofMillis(n);
      case "s" -> Duration.ofSeconds(n);
      case "m" -> Duration.ofMinutes(n);
      case "h" -> Duration.ofHours(n);
      default -> Duration.ofDays(n);
    };
  }

  private static Long bytes(String text) {
    Matcher m = SIZE.matcher(text);
    if (!m.matches()) {
      throw new IllegalArgumentException();
    }
    int shift = switch (m.group(2)) {
      case "B" -> 0;
      case "KiB" -> 10;
      case "MiB" -> 20;
      default -> 30;
    };
    return Long.parseLong(m.group(1)) << shift;
  }

  private static URI webAddress(String text) {
    try {
      URI uri = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
      boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (!web || uri.getHost() == null || uri.getRawQuery() != null || uri.getRawFragment() != null) {
        throw new IllegalArgumentException();
      }
      return uri;
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
