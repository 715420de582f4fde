package io.nuthatch.benchmarks.archive;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Responses of a platform, each about 4 KB of JSON: one post with its author. The same seed gives the same ones. */
final class SampleResponses {

  static final byte[] HEAD = """
      HTTP/1.1 200 OK\r
      date: Wed, 04 Mar 2026 05:06:07 GMT\r
      content-type: application/json; charset=utf-8\r
      cache-control: no-cache, no-store, max-age=0\r
      x-rate-limit-limit: 900\r
      x-rate-limit-remaining: 871\r
      x-rate-limit-reset: 1772600000\r
      server: example\r
      \r
      """.getBytes(StandardCharsets.US_ASCII);
  private static final String SYLLABLES = "an be co da el fi go ha in jo ka lo mi no or pa qui re so ta un ve wi xe yo ze";
  private static final int SIZE = 4096;

  private final Random random;
  private final String[] words = new String[3000];

  SampleResponses(long seed) {
    random = new Random(seed);
    String[] syllables = SYLLABLES.split(" ", -1);
    for (int i = 0; i < words.length; i++) {
      StringBuilder word = new StringBuilder();
      for (int s = 1 + random.nextInt(4); s > 0; s--) {
        word.append(syllables[random.nextInt(syllables.length)]);
      }
      words[i] = word.toString();
    }
  }

  String url(int number) {
    return "https://api.platform.example/2/tweets/" + (1_700_000_000_000_000_000L + number * 977L)
        + "?expansions=author_id&tweet.fields=created_at,public_metrics";
  }

  /** A post of the older Twitter interface with its author and what it quotes: many names, few values. */
  byte[] next() {
    StringBuilder json = new StringBuilder(SIZE + 256).append('{');
    post(json);
    json.append(",\"quoted_status\":{");
    post(json);
    json.append("},\"timestamp_ms\":\"").append(1_772_600_000_000L + random.nextInt(1 << 30)).append("\"}");
    return json.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void post(StringBuilder json) {
    long id = id();
    String name = word() + random.nextInt(1000);
    json.append("\"created_at\":\"Wed Mar 04 05:").append(10 + random.nextInt(50)).append(':')
        .append(10 + random.nextInt(50)).append(" +0000 2026\",\"id\":").append(id).append(",\"id_str\":\"").append(id)
        .append("\",\"text\":\"").append(text(28)).append(" https://t.co/").append(word()).append(word())
        .append("\",\"truncated\":false,\"entities\":{\"hashtags\":[{\"text\":\"").append(word())
        .append("\",\"indices\":[12,24]}],\"symbols\":[],\"user_mentions\":[],\"urls\":[{\"url\":\"https://t.co/")
        .append(word()).append("\",\"expanded_url\":\"https://news.example/").append(word()).append('/').append(word())
        .append("\",\"display_url\":\"news.example/").append(word()).append("\",\"indices\":[80,103]}]},")
        .append("\"source\":\"<a href=\\\"https://app.example/\\\" rel=\\\"nofollow\\\">App for phones</a>\",")
        .append("\"in_reply_to_status_id\":null,\"in_reply_to_status_id_str\":null,\"in_reply_to_user_id\":null,")
        .append("\"in_reply_to_user_id_str\":null,\"in_reply_to_screen_name\":null,\"user\":{\"id\":").append(id / 977)
        .append(",\"id_str\":\"").append(id / 977).append("\",\"name\":\"").append(text(2))
        .append("\",\"screen_name\":\"").append(name).append("\",\"location\":\"").append(word())
        .append("\",\"description\":\"").append(text(32)).append("\",\"url\":null,\"protected\":false,")
        .append("\"followers_count\":").append(random.nextInt(100_000)).append(",\"friends_count\":")
        .append(random.nextInt(5_000)).append(",\"listed_count\":").append(random.nextInt(100))
        .append(",\"created_at\":\"Mon Jan 11 10:11:12 +0000 2016\",\"favourites_count\":")
        .append(random.nextInt(50_000)).append(",\"utc_offset\":null,\"time_zone\":null,\"geo_enabled\":false,")
        .append("\"verified\":false,\"statuses_count\":").append(random.nextInt(90_000))
        .append(",\"lang\":null,\"contributors_enabled\":false,\"is_translator\":false,")
        .append("\"profile_background_color\":\"F5F8FA\",\"profile_background_image_url\":null,")
        .append("\"profile_image_url_https\":\"https://pbs.example/profile_images/").append(id())
        .append('/').append(word()).append("_normal.jpg\",\"profile_link_color\":\"1DA1F2\",")
        .append("\"default_profile\":true,\"default_profile_image\":false,\"following\":null},\"geo\":null,")
        .append("\"coordinates\":null,\"place\":null,\"contributors\":null,\"is_quote_status\":true,")
        .append("\"retweet_count\":").append(random.nextInt(500)).append(",\"favorite_count\":")
        .append(random.nextInt(4000)).append(",\"favorited\":false,\"retweeted\":false,\"lang\":\"en\"");
  }

  private String text(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : " ").append(word());
    }
    return text.toString();
  }

  /** Some words are much more frequent than others. */
  private String word() {
    double share = random.nextDouble();
    return words[(int) (share * share * share * words.length)];
  }

  private long id() {
    return 1_700_000_000_000_000_000L + (random.nextLong() & 0xff_ffff_ffff_ffffL);
  }
}
