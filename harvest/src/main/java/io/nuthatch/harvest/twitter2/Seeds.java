package io.nuthatch.harvest.twitter2;

import io.nuthatch.archive.items.Lenient;
import io.nuthatch.harvest.HarvestException;
import io.nuthatch.harvest.HarvestType.Option;
import io.nuthatch.harvest.HarvestType.SeedRule;
import io.nuthatch.harvest.SeedToken;
import io.nuthatch.model.message.SeedReference;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What seeds of v2 may be, apart from accounts. */
final class Seeds {

  static final SeedRule RECENT = SeedRule.of(1, Integer.MAX_VALUE,
      "A query, or an object with query, start_time, end_time and limit", seed -> recent(seed).proper());
  static final SeedRule ALL = SeedRule.of(1, Integer.MAX_VALUE,
      "A query, or an object with query, geocode (latitude,longitude,radius), start_time, end_time and limit",
      seed -> all(seed).proper());
  static final SeedRule RULES = SeedRule.of(1, 1_000, "A rule, or an object with rule and tag",
      seed -> rule(seed).proper());

  static final List<Option> STREAM_OPTIONS = List.of(Option.WEB_RESOURCES, Option.MEDIA);
  static final List<Option> SEARCH_OPTIONS = List.of(Option.INCREMENTAL, Option.WEB_RESOURCES, Option.MEDIA);

  static final int LONGEST_RECENT = 512;
  private static final int LONGEST_ALL = 1_024;
  private static final int LONGEST_RULE = 1_024;
  private static final int PAGE = 100;
  private static final Pattern GEOCODE = Pattern
      .compile("\\s*(-?\\d+(?:\\.\\d+)?)\\s*,\\s*(-?\\d+(?:\\.\\d+)?)\\s*,\\s*(\\d+(?:\\.\\d+)?(?:km|mi))\\s*");

  private Seeds() {
  }

  static SeedToken recent(SeedReference seed) {
    return search(SeedToken.of(seed, "query", "start_time", "end_time", "limit"), LONGEST_RECENT);
  }

  static SeedToken all(SeedReference seed) {
    return search(SeedToken.of(seed, "query", "geocode", "start_time", "end_time", "limit"), LONGEST_ALL);
  }

  private static SeedToken search(SeedToken token, int longest) {
    String query = query(token);
    if (query.length() > longest) {
      throw HarvestException.caller("the query has " + query.length() + " characters, and the platform takes " + longest
          + "; split it into several seeds");
    }
    Instant start = time(token, "start_time");
    Instant end = time(token, "end_time");
    if (start != null && end != null && !start.isBefore(end)) {
      throw HarvestException.caller("start_time " + start + " is not before end_time " + end + "; exchange them");
    }
    limit(token);
    return token;
  }

  /** What is searched for; a place becomes part of the query. */
  static String query(SeedToken token) {
    String query = token.text("query");
    String geocode = token.text("geocode");
    if (query == null && geocode == null) {
      throw HarvestException.caller("a search needs a query; give one");
    }
    if (geocode == null) {
      return Objects.requireNonNull(query);
    }
    var place = GEOCODE.matcher(geocode);
    if (!place.matches()) {
      throw HarvestException
          .caller("\"" + geocode + "\" is not latitude,longitude,radius with km or mi, such as 38.9,-77.0,10km");
    }
    String near = "point_radius:[" + place.group(2) + " " + place.group(1) + " " + place.group(3) + "]";
    return query == null ? near : query + " " + near;
  }

  /** How many tweets are wanted at most, rounded up to whole pages. */
  static long limit(SeedToken token) {
    String text = token.text("limit");
    if (text == null) {
      return Long.MAX_VALUE;
    }
    if (!Lenient.isId(text) || Long.parseLong(text) == 0 || text.length() > 12) {
      throw HarvestException.caller("limit is a number of tweets, such as 1000, not \"" + text + "\"");
    }
    return Math.ceilDiv(Long.parseLong(text), PAGE) * PAGE;
  }

  /** A field that is a time, or null. */
  static @Nullable Instant time(SeedToken token, String field) {
    String text = token.text(field);
    try {
      return text == null ? null : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw HarvestException.caller(field + " is a time with an offset, such as 2026-01-15T12:00:00Z, not \"" + text
          + "\"");
    }
  }

  static SeedToken rule(SeedReference seed) {
    SeedToken token = SeedToken.of(seed, "rule", "tag");
    String rule = token.text("rule");
    if (rule == null) {
      throw HarvestException.caller("a filtered stream needs a rule; give one");
    }
    if (rule.length() > LONGEST_RULE) {
      throw HarvestException.caller("the rule has " + rule.length() + " characters, and the platform takes "
          + LONGEST_RULE + "; split it into several seeds");
    }
    return token;
  }
}
