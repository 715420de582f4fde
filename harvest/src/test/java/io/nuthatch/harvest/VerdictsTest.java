package io.nuthatch.harvest;

import static io.nuthatch.harvest.CallingSession.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.harvest.Verdict.Passing;
import io.nuthatch.harvest.Verdict.Refused;
import io.nuthatch.harvest.Verdict.SeedTrouble;
import io.nuthatch.harvest.Verdict.TooMany;
import io.nuthatch.harvest.flickr.FlickrAdapter;
import io.nuthatch.harvest.twitter1.Twitter1Adapter;
import io.nuthatch.harvest.twitter2.Twitter2Adapter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What answers mean that no simulator gives, or that platforms word in several ways. */
class VerdictsTest {

  private static final Instant NOW = Instant.parse("2026-03-15T12:00:00Z");
  private static final PlatformAdapter V1 = new Twitter1Adapter();
  private static final PlatformAdapter V2 = new Twitter2Adapter();
  private static final PlatformAdapter FLICKR = new FlickrAdapter();

  private static Verdict v1(String path, int status, String body) {
    return V1.judge(ApiCall.get(path, Parameters.none().map(), path), answer(status, Map.of(), body), NOW);
  }

  private static Verdict v2(String family, int status, String body) {
    String method = family.startsWith("POST ") ? "POST" : "GET";
    return V2.judge(new ApiCall(method, family.replace("POST ", ""), Parameters.none().map(), family, null),
        answer(status, Map.of(), body), NOW);
  }

  private static Verdict flickr(String method, int status, String body) {
    return FLICKR.judge(ApiCall.get("/", Parameters.of("method", method).map(), "rest"), answer(status, Map.of(), body),
        NOW);
  }

  private static String code(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Good _ -> "good";
      case SeedTrouble(SeedProblem problem, String _) -> problem.name();
      case TooMany _ -> "too many";
      case Passing _ -> "passing";
      case Verdict.Unfit(String code, String _) -> code;
      case Refused(String code, String _) -> code;
    };
  }

  @Test
  void callThatIsWrong_costsItsSeed_andAKeyThatIsRefusedCostsTheHarvest() {
    assertThat(flickr("flickr.people.getPublicPhotos", 200, "{\"stat\": \"fail\", \"code\": 100}"))
        .isInstanceOf(Refused.class);
    assertThat(flickr("flickr.people.getPublicPhotos", 200, "{\"stat\": \"fail\", \"code\": 3}"))
        .isInstanceOf(Verdict.Unfit.class);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
      "/users/show.json | 404 | {\"errors\": [{\"code\": 50, \"message\": \"User not found.\"}]} | NOT_FOUND",
      "/users/show.json | 404 | <html> | NOT_FOUND",
      "/users/show.json | 403 | {\"errors\": [{\"code\": 63, \"message\": \"User has been suspended.\"}]} | SUSPENDED",
      "/users/show.json | 403 | {\"errors\": [{\"code\": 64, \"message\": \"Your account is suspended\"}]} | harvest_Forbidden",
      "/users/show.json | 200 | {\"id_str\": \"1\", \"screen_name\": \"a\", \"protected\": true} | UNAUTHORIZED",
      "/users/show.json | 200 | {\"id_str\": \"1\", \"screen_name\": \"a\"} | good",
      "/users/show.json | 200 | {\"id_str\": 19, \"screen_name\": 5} | passing",
      "/statuses/user_timeline.json | 401 | {\"error\": \"Not authorized.\", \"request\": \"x\"} | UNAUTHORIZED",
      "/statuses/user_timeline.json | 401 | {\"errors\": [{\"code\": 32}]} | harvest_Unauthorized",
      "/statuses/user_timeline.json | 404 | {\"errors\": [{\"code\": 34}]} | NOT_FOUND",
      "/statuses/user_timeline.json | 200 | {\"errors\": [{\"code\": 88}]} | too many",
      "/statuses/user_timeline.json | 200 | {\"errors\": [{\"code\": 130}]} | passing",
      "/statuses/user_timeline.json | 200 | [] | good", "/statuses/user_timeline.json | 200 | [{\"id_st | passing",
      "/statuses/user_timeline.json | 200 | <html> | passing", "/statuses/user_timeline.json | 200 | `` | passing",
      "/statuses/user_timeline.json | 200 | [{\"id_str\": 18}] | passing",
      "/search/tweets.json | 200 | {\"statuses\": []} | good", "/search/tweets.json | 200 | [] | passing",
      "/search/tweets.json | 403 | {\"errors\": [{\"code\": 195}]} | harvest_Forbidden",
      "/search/tweets.json | 404 | {} | harvest_Not Found", "/search/tweets.json | 503 | <html> | passing",
      "/search/tweets.json | 429 | {} | too many", "/statuses/filter.json | 420 | Calm down | too many",
      "/statuses/filter.json | 200 | `` | good", "/statuses/filter.json | 406 | No filter | harvest_Not Acceptable"})
  void answersOfV1(String path, int status, String body, String expected) {
    assertThat(code(v1(path, status, body))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
      "/users/:id | 200 | {\"errors\": [{\"detail\": \"Could not find user with id: [1].\"}]} | NOT_FOUND",
      "/users/:id | 200 | {\"errors\": [{\"detail\": \"User has been suspended: [1].\","
          + " \"type\": \"https://x/problems/resource-not-found\"}]} | SUSPENDED",
      "/users/:id | 400 | {\"title\": \"Invalid Request\", \"errors\": [{\"message\": \"not valid\"}]} | NOT_FOUND",
      "/users/:id | 200 | {\"data\": {\"id\": \"1\", \"username\": \"a\", \"protected\": true}} | UNAUTHORIZED",
      "/users/:id | 200 | {\"data\": {\"id\": 1.5}} | passing",
      "/users/:id/tweets | 200 | {\"errors\": [{\"detail\": \"Sorry\","
          + " \"type\": \"https://api.twitter.com/2/problems/not-authorized-for-resource\"}]} | UNAUTHORIZED",
      "/users/:id/tweets | 200 | {\"meta\": {\"result_count\": 0}} | good",
      "/users/:id/tweets | 200 | {\"meta\": {\"result_count\": 2}, \"data\": [{\"id\": \"1\", \"text\": \"\"}]} | passing",
      "/users/:id/tweets | 200 | {\"meta\": {\"result_count\": \"number 0\"}} | passing",
      "/users/:id/tweets | 401 | {\"title\": \"Unauthorized\", \"detail\": \"Unauthorized\"} | harvest_Unauthorized",
      "/users/:id/tweets | 401 | <html> | harvest_Unauthorized",
      "/tweets/search/recent | 403 | {\"title\": \"Client Forbidden\"} | harvest_Client Forbidden",
      "/tweets/search/recent | 400 | {\"title\": \"Invalid Request\"} | harvest_Invalid Request",
      "/tweets/search/recent | 429 | {\"title\": \"UsageCapExceeded\", \"period\": \"Monthly\"} | harvest_UsageCapExceeded",
      "/tweets/search/recent | 429 | {\"title\": \"Too Many Requests\"} | too many",
      "/tweets/search/recent | 200 | {\"errors\": [{\"title\": \"x\"}]} | passing",
      "/tweets/search/recent | 500 | {} | passing", "/tweets/search/stream | 200 | `` | good",
      "/tweets/search/stream | 409 | {\"title\": \"ConnectionException\"} | harvest_ConnectionException",
      "/tweets/search/stream | 429 | {\"title\": \"ConnectionException\"} | too many",
      "POST /tweets/search/stream/rules | 422 | {\"title\": \"RulesCapExceeded\"} | good",
      "POST /tweets/search/stream/rules | 401 | {\"title\": \"Unauthorized\"} | harvest_Unauthorized",
      "POST /tweets/search/stream/rules | 200 | <html> | passing",
      "/tweets/search/stream/rules | 200 | {\"meta\": {}, \"data\": [{\"id\": 19, \"value\": 3}]} | passing",
      "/tweets/search/stream/rules | 200 | {\"meta\": {}} | good"})
  void answersOfV2(String family, int status, String body, String expected) {
    assertThat(code(v2(family, status, body))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
      "flickr.people.findByUsername | 200 | {\"stat\": \"fail\", \"code\": 1, \"message\": \"User not found\"} | NOT_FOUND",
      "flickr.people.getPublicPhotos | 200 | {\"stat\": \"fail\", \"code\": 2, \"message\": \"Unknown user\"} | NOT_FOUND",
      "flickr.photos.getInfo | 200 | {\"stat\": \"fail\", \"code\": 1, \"message\": \"Photo not found\"} | good",
      "flickr.photos.getInfo | 200 | {\"stat\": \"fail\", \"code\": 100, \"message\": \"Invalid API Key (Key has expired)\"}"
          + " | harvest_Invalid API Key",
      "flickr.photos.getInfo | 200 | {\"stat\": \"fail\", \"code\": 105, \"message\": \"Service unavailable\"} | passing",
      "flickr.photos.getInfo | 200 | {\"stat\": 4} | passing", "flickr.photos.getInfo | 200 | <html> | passing",
      "flickr.photos.getInfo | 200 | {\"stat\": \"ok\"} | passing",
      "flickr.people.getPublicPhotos | 200 | {\"stat\": \"ok\", \"photos\": {\"pages\": 1, \"photo\": [{\"id\": \"5\"}]}}"
          + " | passing",
      "flickr.people.getPublicPhotos | 200 | {\"stat\": \"ok\", \"photos\": {\"pages\": 0, \"photo\": []}} | good",
      "flickr.photos.getSizes | 502 | <html> | passing", "flickr.photos.getSizes | 429 | slow | too many",
      "flickr.photos.getSizes | 403 | no | harvest_403"})
  void answersOfFlickr(String method, int status, String body, String expected) {
    assertThat(code(flickr(method, status, body))).isEqualTo(expected);
  }

  @Test
  void usageCap_saysWhenTheNextPeriodBegins() {
    ApiCall call = ApiCall.get("/tweets/search/recent", Parameters.none().map(), "/tweets/search/recent");
    assertThat(V2.quota(call, answer(429, Map.of(), "{\"title\": \"UsageCapExceeded\", \"period\": \"Monthly\"}"), NOW))
        .isEqualTo(new QuotaReading(-1, 0, Instant.parse("2026-04-01T00:00:00Z")));
    assertThat(V2.quota(call, answer(429, Map.of(), "{\"title\": \"UsageCapExceeded\", \"period\": \"Daily\"}"), NOW)
        .reset()).isEqualTo(Instant.parse("2026-03-16T00:00:00Z"));
    for (PlatformAdapter adapter : List.of(V1, V2)) {
      assertThat(adapter.quota(call, answer(200, Map.of("x-rate-limit-remaining", "3"), "{}"), NOW).remaining())
          .isEqualTo(3);
    }
  }

  @Test
  void bearerToken_isUsedIfThereIsOneAndKeptSecret() {
    ApiCall call = ApiCall.get("/tweets", Parameters.none().map(), "/tweets");
    HttpCall signed = V2.sign(call, Map.of("bearer_token", "AAAA%2Fxyz"), V2.defaultBaseUrl(), NOW);
    assertThat(signed.uri()).hasToString("https://api.x.com/2/tweets");
    assertThat(signed.headers()).contains(Map.entry("Authorization", "Bearer AAAA%2Fxyz"));
    assertThat(signed.secrets()).contains("AAAA%2Fxyz");
    assertThat(signed).hasToString("GET api.x.com/2/tweets");
  }

  @Test
  void streamsOfTwitterItself_areOnTheirOwnHost() {
    Map<String, String> credential = Map.of("consumer_key", "a", "consumer_secret", "b", "access_token", "c",
        "access_token_secret", "d");
    ApiCall stream = ApiCall.get("/statuses/sample.json", Parameters.none().map(), "x");
    assertThat(V1.sign(stream, credential, V1.defaultBaseUrl(), NOW).uri())
        .hasToString("https://stream.twitter.com/1.1/statuses/sample.json");
    assertThat(V1.sign(stream, credential, "http://127.0.0.1:1/1.1", NOW).uri())
        .hasToString("http://127.0.0.1:1/1.1/statuses/sample.json");
  }
}
