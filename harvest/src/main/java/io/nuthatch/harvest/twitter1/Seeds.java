package io.nuthatch.harvest.twitter1;

import io.nuthatch.archive.items.Lenient;
import io.nuthatch.harvest.HarvestException;
import io.nuthatch.harvest.HarvestType.Option;
import io.nuthatch.harvest.HarvestType.SeedRule;
import io.nuthatch.harvest.SeedToken;
import io.nuthatch.model.message.SeedReference;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/** What seeds of v1.1 may be, apart from accounts. */
final class Seeds {

  static final SeedRule SEARCH = SeedRule.of(1, Integer.MAX_VALUE,
      "A query, or an object with query and geocode (latitude,longitude,radius)", seed -> search(seed).proper());
  static final SeedRule FILTER = SeedRule.of(1, 1,
      "Words to track, or an object with track, follow, locations and language", seed -> filter(seed).proper());
  static final SeedRule NONE = SeedRule.of(0, 0, "A sample has no seeds", seed -> {
    throw HarvestException.caller("a sample has no seeds; leave them out");
  });

  static final List<Option> STREAM_OPTIONS = List.of(Option.WEB_RESOURCES, Option.MEDIA);
  static final List<Option> SEARCH_OPTIONS = List.of(Option.INCREMENTAL, Option.WEB_RESOURCES, Option.MEDIA);

  private static final int LONGEST_QUERY = 500;
  private static final int MOST_PHRASES = 400;
  private static final int LONGEST_PHRASE = 60;
  private static final int MOST_ACCOUNTS = 5_000;
  private static final int MOST_BOXES = 25;
  private static final String NUMBER = "\\s*-?\\d{1,3}(\\.\\d+)?\\s*";
  private static final Pattern GEOCODE = Pattern.compile(NUMBER + "," + NUMBER + ",\\s*\\d+(\\.\\d+)?(km|mi)\\s*");
  private static final Pattern DEGREES = Pattern.compile(NUMBER);

  private Seeds() {
  }

  static SeedToken search(SeedReference seed) {
    SeedToken token = SeedToken.of(seed, "query", "geocode");
    String query = token.text("query");
    String geocode = token.text("geocode");
    if (query == null && geocode == null) {
      throw HarvestException.caller("a search needs a query or a geocode; give one of them");
    }
    if (query != null && query.length() > LONGEST_QUERY) {
      throw HarvestException.caller("the query has " + query.length() + " characters, and the platform takes "
          + LONGEST_QUERY + "; split it into several seeds");
    }
    if (geocode != null && !GEOCODE.matcher(geocode).matches()) {
      throw HarvestException
          .caller("\"" + geocode + "\" is not latitude,longitude,radius with km or mi, such as 38.9,-77.0,10km");
    }
    return token;
  }

  static SeedToken filter(SeedReference seed) {
    SeedToken token = SeedToken.of(seed, "track", "follow", "locations", "language");
    List<String> track = token.list("track");
    List<String> follow = token.list("follow");
    List<String> locations = token.list("locations");
    if (track.isEmpty() && follow.isEmpty() && locations.isEmpty()) {
      throw HarvestException.caller("a filter needs track, follow or locations; give at least one of them");
    }
    atMost("track", track.size(), MOST_PHRASES, "phrases");
    atMost("follow", follow.size(), MOST_ACCOUNTS, "user ids");
    atMost("locations", locations.size(), 4 * MOST_BOXES, "numbers, four to a box");
    for (String phrase : track) {
      if (phrase.getBytes(StandardCharsets.UTF_8).length > LONGEST_PHRASE) {
        throw HarvestException.caller("\"" + phrase + "\" is longer than the " + LONGEST_PHRASE
            + " bytes a tracked phrase may have; shorten it, or part phrases by commas");
      }
    }
    for (String id : follow) {
      if (!Lenient.isId(id)) {
        throw HarvestException.caller("follow takes user ids, which are numbers, not \"" + id + "\"");
      }
    }
    if (locations.size() % 4 != 0 || !locations.stream().allMatch(number -> DEGREES.matcher(number).matches())) {
      throw HarvestException
          .caller("locations are boxes of four numbers, west,south,east,north; such as -77.1,38.8,-76.9,39.0");
    }
    return token;
  }

  private static void atMost(String field, int count, int most, String what) {
    if (count > most) {
      throw HarvestException.caller(
          field + " has " + count + " " + what + ", and the platform takes " + most + "; split it into collections");
    }
  }
}
