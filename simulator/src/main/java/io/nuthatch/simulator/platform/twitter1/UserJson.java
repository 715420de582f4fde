package io.nuthatch.simulator.platform.twitter1;

import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.AccountState;
import io.nuthatch.simulator.platform.Links;
import io.nuthatch.simulator.platform.twitter.TweetMedia;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/** The user object of v1.1. */
final class UserJson {

  private static final DateTimeFormatter DATE = DateTimeFormatter
      .ofPattern("EEE MMM dd HH:mm:ss Z yyyy", Locale.ENGLISH)
      .withZone(ZoneOffset.UTC);

  private final JsonGenerator out;
  private final Links links;

  UserJson(JsonGenerator out, Links links) {
    this.out = out;
    this.links = links;
  }

  static String date(Instant instant) {
    return DATE.format(instant);
  }

  /** Only who it is. */
  void trimmed(long id) {
    out.writeStartObject();
    identity(id);
    out.writeEndObject();
  }

  void full(Account account) {
    Account.Profile profile = account.profile();
    Account.Tally tally = account.tally();
    out.writeStartObject();
    identity(account.id());
    out.writeStringProperty("name", profile.name());
    out.writeStringProperty("screen_name", profile.screenName());
    out.writeStringProperty("location", profile.location());
    out.writeStringProperty("description", profile.bio());
    out.writeNullProperty("url");
    out.writeObjectPropertyStart("entities");
    out.writeObjectPropertyStart("description");
    out.writeArrayPropertyStart("urls");
    out.writeEndArray();
    out.writeEndObject();
    out.writeEndObject();
    out.writeBooleanProperty("protected", account.state() == AccountState.PROTECTED);
    out.writeNumberProperty("followers_count", tally.followers());
    out.writeNumberProperty("friends_count", tally.following());
    out.writeNumberProperty("listed_count", tally.listed());
    out.writeStringProperty("created_at", date(account.created()));
    out.writeNumberProperty("favourites_count", tally.likes());
    out.writeNullProperty("utc_offset");
    out.writeNullProperty("time_zone");
    out.writeBooleanProperty("geo_enabled", true);
    out.writeBooleanProperty("verified", profile.verified());
    out.writeNumberProperty("statuses_count", tally.posts());
    out.writeNullProperty("lang");
    appearance(account);
    for (String relation : new String[]{"following", "follow_request_sent", "notifications"}) {
      out.writeBooleanProperty(relation, false);
    }
    out.writeStringProperty("translator_type", "none");
    out.writeEndObject();
  }

  private void identity(long id) {
    out.writeNumberProperty("id", id);
    out.writeStringProperty("id_str", Long.toString(id));
  }

  private void appearance(Account account) {
    String image = TweetMedia.face(account.id(), links);
    out.writeBooleanProperty("contributors_enabled", false);
    out.writeBooleanProperty("is_translator", false);
    out.writeBooleanProperty("is_translation_enabled", false);
    out.writeStringProperty("profile_background_color", "F5F8FA");
    out.writeStringProperty("profile_image_url", image.replaceFirst("^https:", "http:"));
    out.writeStringProperty("profile_image_url_https", image);
    out.writeStringProperty("profile_link_color", "1DA1F2");
    out.writeStringProperty("profile_text_color", "333333");
    out.writeBooleanProperty("default_profile", true);
    out.writeBooleanProperty("default_profile_image", false);
  }
}
