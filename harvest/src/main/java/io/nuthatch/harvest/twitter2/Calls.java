package io.nuthatch.harvest.twitter2;

import io.nuthatch.harvest.ApiCall;
import io.nuthatch.harvest.Parameters;
import java.util.SequencedMap;

/** The calls of v2, which tell nothing that is not asked for by name. */
final class Calls {

  static final String RECENT = "/tweets/search/recent";
  static final String ALL = "/tweets/search/all";
  static final String STREAM = "/tweets/search/stream";
  static final String RULES = "/tweets/search/stream/rules";
  static final String CHANGE_RULES = "POST " + RULES;
  static final String TIMELINE = "/users/:id/tweets";
  static final String USER = "/users/:id";
  static final String USER_BY_NAME = "/users/by/username/:username";

  private static final String USER_FIELDS = "created_at,description,entities,id,location,name,pinned_tweet_id,"
      + "profile_image_url,protected,public_metrics,url,username,verified,verified_type,withheld";
  private static final String TWEET_FIELDS = "attachments,author_id,context_annotations,conversation_id,created_at,"
      + "edit_controls,edit_history_tweet_ids,entities,geo,id,in_reply_to_user_id,lang,note_tweet,possibly_sensitive,"
      + "public_metrics,referenced_tweets,reply_settings,source,text,withheld";
  private static final String MEDIA_FIELDS = "alt_text,duration_ms,height,media_key,preview_image_url,public_metrics,"
      + "type,url,variants,width";
  private static final String POLL_FIELDS = "duration_minutes,end_datetime,id,options,voting_status";
  private static final String PLACE_FIELDS = "contained_within,country,country_code,full_name,geo,id,name,place_type";
  private static final String EXPANSIONS = "author_id,in_reply_to_user_id,referenced_tweets.id,"
      + "referenced_tweets.id.author_id,referenced_tweets.id.attachments.media_keys,entities.mentions.username,"
      + "attachments.poll_ids,attachments.media_keys,geo.place_id";

  private Calls() {
  }

  static ApiCall user(String id) {
    return ApiCall.get("/users/" + Parameters.encoded(id), userFields(), USER);
  }

  static ApiCall userByName(String name) {
    return ApiCall.get("/users/by/username/" + Parameters.encoded(name), userFields(), USER_BY_NAME);
  }

  private static SequencedMap<String, String> userFields() {
    return Parameters.of("user.fields", USER_FIELDS).map();
  }

  /** A call for tweets, with all that belongs to them. */
  static ApiCall tweets(String path, Parameters which, String family) {
    return ApiCall.get(path,
        which.and("expansions", EXPANSIONS).and("tweet.fields", TWEET_FIELDS).and("user.fields", USER_FIELDS)
            .and("media.fields", MEDIA_FIELDS).and("poll.fields", POLL_FIELDS).and("place.fields", PLACE_FIELDS).map(),
        family);
  }
}
