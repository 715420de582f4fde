package io.nuthatch.simulator.platform.twitter2;

import io.nuthatch.simulator.platform.Parameters;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The fields and expansions that a client asked for, beside those that always come. */
record Fields(Set<String> tweet, Set<String> user, Set<String> media, Set<String> expansions) {

  private static final Set<String> TWEET = Set.of("article", "attachments", "author_id", "card_uri",
      "context_annotations", "conversation_id", "created_at", "display_text_range", "edit_controls",
      "edit_history_tweet_ids", "entities", "geo", "id", "in_reply_to_user_id", "lang", "media_metadata",
      "non_public_metrics", "note_tweet", "organic_metrics", "possibly_sensitive", "promoted_metrics", "public_metrics",
      "referenced_tweets", "reply_settings", "scopes", "source", "text", "withheld");
  private static final Set<String> USER = Set.of("affiliation", "connection_status", "created_at", "description",
      "entities", "id", "is_identity_verified", "location", "most_recent_tweet_id", "name", "parody", "pinned_tweet_id",
      "profile_banner_url", "profile_image_url", "protected", "public_metrics", "receives_your_dm", "subscription",
      "subscription_type", "url", "username", "verified", "verified_followers_count", "verified_type", "withheld");
  private static final Set<String> MEDIA = Set.of("alt_text", "duration_ms", "height", "media_key",
      "non_public_metrics", "organic_metrics", "preview_image_url", "promoted_metrics", "public_metrics", "type", "url",
      "variants", "width");
  private static final Set<String> EXPANSIONS = Set.of("article.cover_media", "article.media_entities",
      "attachments.media_keys", "attachments.media_source_tweet", "attachments.poll_ids", "author_id",
      "author_screen_name", "edit_history_tweet_ids", "entities.mentions.username", "entities.note.mentions.username",
      "geo.place_id", "in_reply_to_user_id", "pinned_tweet_id", "referenced_tweets.id",
      "referenced_tweets.id.attachments.media_keys", "referenced_tweets.id.author_id");

  static Fields of(Parameters parameters) {
    return new Fields(read(parameters, "tweet.fields", TWEET), read(parameters, "user.fields", USER),
        read(parameters, "media.fields", MEDIA), read(parameters, "expansions", EXPANSIONS));
  }

  private static Set<String> read(Parameters parameters, String name, Set<String> known) {
    List<String> asked = parameters.list(name);
    for (String value : asked) {
      if (!known.contains(value)) {
        throw new Refused(Problems.invalid(name, value, "The `" + name + "` query parameter value [" + value
            + "] is not one of [" + String.join(",", known.stream().sorted().toList()) + "]"));
      }
    }
    return new LinkedHashSet<>(asked);
  }
}
