package io.nuthatch.simulator.platform.twitter2;

import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.AccountState;
import io.nuthatch.simulator.platform.Links;
import io.nuthatch.simulator.platform.twitter.TweetMedia;
import java.util.Set;
import tools.jackson.core.JsonGenerator;

/** The user object of v2: id, name and username always, all else when asked for. */
final class UserWriter {

  private final JsonGenerator out;
  private final Set<String> fields;
  private final Links links;

  UserWriter(JsonGenerator out, Set<String> fields, Links links) {
    this.out = out;
    this.fields = fields;
    this.links = links;
  }

  void write(Account account) {
    Account.Profile profile = account.profile();
    out.writeStartObject();
    out.writeStringProperty("id", Long.toString(account.id()));
    out.writeStringProperty("name", profile.name());
    out.writeStringProperty("username", profile.screenName());
    text("created_at", TweetWriter.date(account.created()));
    text("description", profile.bio());
    text("location", profile.location());
    text("profile_image_url", TweetMedia.face(account.id(), links));
    text("url", "");
    text("verified_type", profile.verified() ? "blue" : "none");
    flag("verified", profile.verified());
    flag("protected", account.state() == AccountState.PROTECTED);
    if (fields.contains("public_metrics")) {
      metrics(account.tally());
    }
    out.writeEndObject();
  }

  private void text(String field, String value) {
    if (fields.contains(field)) {
      out.writeStringProperty(field, value);
    }
  }

  private void flag(String field, boolean value) {
    if (fields.contains(field)) {
      out.writeBooleanProperty(field, value);
    }
  }

  private void metrics(Account.Tally tally) {
    out.writeObjectPropertyStart("public_metrics");
    out.writeNumberProperty("followers_count", tally.followers());
    out.writeNumberProperty("following_count", tally.following());
    out.writeNumberProperty("tweet_count", tally.posts());
    out.writeNumberProperty("listed_count", tally.listed());
    out.writeNumberProperty("like_count", tally.likes());
    out.writeEndObject();
  }
}
