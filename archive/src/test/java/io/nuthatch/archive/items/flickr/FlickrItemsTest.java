package io.nuthatch.archive.items.flickr;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.archive.items.Item;
import io.nuthatch.archive.items.ItemReader.Layout;
import io.nuthatch.model.AccountName;
import io.nuthatch.model.Json;
import io.nuthatch.model.Media;
import io.nuthatch.model.Post;
import io.nuthatch.model.PostName;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlickrItemsTest {

  private static final String REST = "https://api.flickr.com/services/rest/?api_key=x&nojsoncallback=1&format=json";
  private static final String INFO = REST + "&method=flickr.photos.getInfo&photo_id=16610484049";
  private static final String SIZES = REST + "&photo_id=16610484049&method=flickr.photos.getSizes";
  private static final String PHOTO = """
      {"photo": {"id": "16610484049", "secret": "s3cr", "server": "8601", "farm": 9, "dateuploaded": "1424990398",
        "originalsecret": "0r1g", "originalformat": "png", "views": "17", "media": "photo",
        "owner": {"nsid": "131866249@N02", "username": "justin.littman", "realname": "Justin"},
        "title": {"_content": "A bird"},
        "description": {"_content": "see <a href=\\"https://example.org/?a=1&amp;b=2\\">this</a>"},
        "dates": {"posted": "1424990398", "taken": "2015-02-26 14:39:58", "lastupdate": "1424990400"},
        "comments": {"_content": "2"},
        "tags": {"tag": [{"raw": "Sitta europaea", "_content": "sittaeuropaea"}, {"_content": "bird"}]}},
       "stat": "ok"}
      """;

  private final FlickrItems reader = new FlickrItems();

  @Test
  void urls_areKnownByPathAndMethod() {
    assertThat(reader.layout(INFO)).isEqualTo(Layout.DOCUMENT);
    assertThat(reader.layout(SIZES.replace("https://api.flickr.com", "http://127.0.0.1:1"))).isEqualTo(Layout.DOCUMENT);
    assertThat(reader.layout(SIZES.replace("/rest/", "/rest"))).isEqualTo(Layout.DOCUMENT);
    assertThat(reader.layout(REST + "&method=flickr.people.getPublicPhotos")).isEqualTo(Layout.UNKNOWN);
    assertThat(reader.layout("https://example.org/rest/x?method=flickr.photos.getInfo")).isEqualTo(Layout.UNKNOWN);
  }

  @Test
  void photo_isAnItemAndAPost() {
    Item item = reader.items(INFO, Json.tree(PHOTO)).getFirst();
    assertThat(item.type()).isEqualTo("flickr_photo");
    assertThat(item.name()).isEqualTo(new PostName("flickr", "16610484049"));
    assertThat(item.account()).isEqualTo(new AccountName("flickr", "131866249@N02"));
    assertThat(item.date()).isEqualTo(Instant.ofEpochSecond(1_424_990_398L));

    Post post = reader.posts(item).getFirst();
    assertThat(post.author().handle()).isEqualTo("justin.littman");
    assertThat(post.wording().text()).startsWith("A bird\n\nsee ");
    assertThat(post.wording().tags()).containsExactly("Sitta europaea", "bird");
    assertThat(post.attachments().links()).containsExactly("https://example.org/?a=1&b=2");
    assertThat(post.attachments().media()).containsExactly(new Media(Media.Kind.IMAGE,
        "https://live.staticflickr.com/8601/16610484049_0r1g_o.png", null));
    assertThat(post.counters().views()).isEqualTo(17);
    assertThat(post.counters().replies()).isEqualTo(2);
  }

  @Test
  void sizes_areAnItemNamedByTheQuestionAndNoPost() {
    Item item = reader.items(SIZES, Json.tree("{\"sizes\": {\"size\": []}, \"stat\": \"ok\"}")).getFirst();
    assertThat(item.type()).isEqualTo("flickr_sizes");
    assertThat(item.name().nativeId()).isEqualTo("16610484049");
    assertThat(item.date()).isNull();
    assertThat(reader.posts(item)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"stat\": \"fail\", \"code\": 1, \"message\": \"Photo not found\"}", "[]", "null", "5",
      "{\"stat\": \"ok\"}", "{\"stat\": \"ok\", \"photo\": []}", "{\"stat\": \"ok\", \"photo\": {\"id\": \"a/b\"}}",
      "{\"photo\": {\"id\": \"5\"}}"})
  void whatIsNotAPhoto_isNotAnItem(String json) {
    assertThat(reader.items(INFO, Json.tree(json))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"stat\": \"ok\", \"photo\": {\"id\": \"5\"}}",
      "{\"stat\": \"ok\", \"photo\": {\"id\": \"5\", \"owner\": {\"nsid\": \"1@N1\"}, \"dates\": {\"posted\": \"soon\"}}}"})
  void photoWithoutOwnerOrDate_isNoPost(String json) {
    List<Item> items = reader.items(INFO, Json.tree(json));
    assertThat(items).hasSize(1);
    assertThat(reader.posts(items.getFirst())).isEmpty();
  }
}
