package io.nuthatch.simulator.platform.flickr;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.Client;
import io.nuthatch.simulator.Golden;
import io.nuthatch.simulator.HandClock;
import io.nuthatch.simulator.SimulatedPlatforms;
import io.nuthatch.simulator.faults.Fault;
import io.nuthatch.simulator.faults.FaultRule;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.Engagement;
import io.nuthatch.simulator.people.NewPost;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldSettings;
import io.nuthatch.simulator.platform.PlatformSettings;
import io.nuthatch.simulator.platform.Quota;
import java.awt.image.BufferedImage;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class FlickrTest {

  private final HandClock clock = new HandClock("2026-03-10T12:00:00Z");
  private final World world = World.open(WorldSettings.defaults().withAccounts(60).withPostsPerDay(20), clock);
  private final SimulatedPlatforms platforms = SimulatedPlatforms.start(world,
      PlatformSettings.defaults().withQuota("/services/rest", new Quota(200, 200, Duration.ofHours(1))));
  private final Client client = new Client(platforms, platforms.credentials(1).getFirst());
  private final String key = platforms.credentials(1).getFirst().consumerKey();
  private final Account anna = world.account("Anna");

  @AfterEach
  void close() {
    platforms.close();
  }

  @Test
  void user_isFoundByNameAndKnownByNsid() throws Exception {
    String nsid = call("people.findByUsername", "username=anna").path("user").path("nsid").asString();
    assertThat(nsid).matches("\\d{1,9}@N0\\d");
    world.rename(anna.id(), "Annika");
    JsonNode person = call("people.getInfo", "user_id=" + nsid).path("person");
    assertThat(person.path("username").path("_content").asString()).isEqualTo("Annika");
    assertThat(person.path("path_alias").asString()).isEqualTo("annika");
    failed("people.findByUsername", "username=anna", 1, "User not found");
  }

  @Test
  void everyAccount_hasAnNsidThatLeadsBackToIt() {
    world.accounts().forEach(id -> assertThat(Nsid.parse(Nsid.of(id))).contains(id));
    assertThat(Nsid.of(2_131_866_249L)).isEqualTo("131866249@N02");
    assertThat(Nsid.parse("anna")).isEmpty();
  }

  @Test
  void publicPhotos_areCompleteOverTheirPages_newestFirst() throws Exception {
    long account = world.accounts().findFirst().orElseThrow();
    List<Long> expected = Photos.by(world.now().account(account).orElseThrow(), world.now())
        .stream()
        .map(Photo::id)
        .toList();
    assertThat(expected).hasSizeGreaterThan(60).isSortedAccordingTo((a, b) -> Long.compare(b, a));
    List<Long> seen = new ArrayList<>();
    int pages;
    int page = 0;
    do {
      JsonNode photos = call("people.getPublicPhotos", "user_id=" + Nsid.of(account) + "&per_page=50&page=" + ++page)
          .path("photos");
      assertThat(photos.path("total").asInt()).isEqualTo(expected.size());
      photos.path("photo").forEach(photo -> seen.add(Long.parseLong(photo.path("id").asString())));
      pages = photos.path("pages").asInt();
    } while (page < pages);
    assertThat(seen).isEqualTo(expected);
    JsonNode beyond = call("people.getPublicPhotos", "user_id=" + Nsid.of(account) + "&per_page=9999&page=99")
        .path("photos");
    assertThat(beyond.path("perpage").asInt()).isEqualTo(500);
    assertThat(beyond.path("photo")).isEmpty();
  }

  @Test
  void everything_hasTheShapeOfTheGoldenFile() throws Exception {
    Post post = world.post(anna.id(),
        NewPost.saying("A blue bird on the fence, #Birds #Blue <3 https://example.org/birds?x=1")
            .withPhotos(1)
            .at(new Post.Point(52.5, 13.4)));
    world.engagement(post.id(), new Engagement(3, 5, 1, 2, 100, 4));
    StringBuilder shapes = new StringBuilder();
    String nsid = Nsid.of(anna.id());
    for (JsonNode answer : List.of(call("people.findByUsername", "username=Anna"),
        call("people.getInfo", "user_id=" + nsid), call("photos.getInfo", "photo_id=" + post.id()),
        call("photos.getSizes", "photo_id=" + post.id()),
        call("people.getPublicPhotos",
            "user_id=" + nsid + "&extras=description,license,date_upload,date_taken,owner_name,original_format,"
                + "last_update,tags,o_dims,views,count_faves,count_comments,media,path_alias,url_sq,url_o,nonsense"))) {
      shapes.append(Json.pretty(answer)).append('\n');
    }
    Golden.check("flickr.txt", shapes.toString().replace(platforms.url(), "http://simulator"));
  }

  @Test
  void sizes_leadToPicturesOfThatSize() throws Exception {
    Post post = world.post(anna.id(), NewPost.saying("a bird").withPhotos(1));
    for (JsonNode size : call("photos.getSizes", "photo_id=" + post.id()).path("sizes").path("size")) {
      Client.Answer file = client.send(HttpRequest.newBuilder(URI.create(size.path("source").asString())));
      assertThat(file.header("content-type")).isEqualTo("image/jpeg");
      BufferedImage image = ImageIO.read(file.content());
      assertThat(List.of(image.getWidth(), image.getHeight()))
          .containsExactly(size.path("width").asInt(), size.path("height").asInt());
    }
  }

  @Test
  void edit_keepsTheIdAndMovesLastUpdate_asDoComments() throws Exception {
    Post post = world.post(anna.id(), NewPost.saying("first words").withPhotos(1));
    clock.advance(Duration.ofMinutes(10));
    world.edit(post.id(), "second words");
    JsonNode photo = call("photos.getInfo", "photo_id=" + post.id()).path("photo");
    assertThat(photo.path("title").path("_content").asString()).isEqualTo("second words");
    JsonNode dates = photo.path("dates");
    assertThat(dates.path("posted").asString()).isEqualTo(Long.toString(clock.instant().getEpochSecond() - 600));
    long edited = Long.parseLong(dates.path("lastupdate").asString());
    assertThat(edited).isEqualTo(clock.instant().getEpochSecond());
    assertThat(call("people.getPublicPhotos", "user_id=" + Nsid.of(anna.id())).path("photos").path("photo")).hasSize(1);
    Photo popular = Photos
        .by(world.now().account(world.accounts().findFirst().orElseThrow()).orElseThrow(), world.now())
        .getFirst();
    long before = lastUpdate(popular.id());
    clock.advance(Duration.ofDays(1));
    assertThat(lastUpdate(popular.id())).isGreaterThan(before).isLessThan(clock.instant().getEpochSecond());
  }

  @Test
  void whatCannotBeSeen_isAFailureWithStatus200() throws Exception {
    Post photo = world.post(anna.id(), NewPost.saying("photo").withPhotos(1));
    Post words = world.post(anna.id(), "only words");
    failed("photos.getInfo", "photo_id=" + words.id(), 1, "Photo not found");
    failed("photos.getSizes", "photo_id=7", 1, "Photo not found");
    failed("people.getInfo", "user_id=7@N00", 1, "User not found");
    failed("people.getPublicPhotos", "user_id=nobody", 2, "Unknown user");
    failed("photos.search", "", 3,
        "Parameterless searches have been disabled. Please use flickr.photos.getRecent instead.");
    failed("photos.burn", "", 112, "Method \"flickr.photos.burn\" not found");
    world.protect(anna.id());
    failed("photos.getInfo", "photo_id=" + photo.id(), 1, "Photo not found");
    assertThat(call("people.getPublicPhotos", "user_id=" + Nsid.of(anna.id())).path("photos").path("total").asInt())
        .isZero();
    world.suspend(anna.id());
    failed("people.findByUsername", "username=Anna", 1, "User not found");
  }

  @Test
  void key_isChecked() throws Exception {
    JsonNode none = client
        .plain("GET", "/services/rest/?method=flickr.photos.getRecent&format=json&nojsoncallback=1", "")
        .json();
    assertThat(none.path("code").asInt()).isEqualTo(100);
    assertThat(client
        .plain("GET", "/services/rest/?api_key=x&method=flickr.photos.getRecent&format=json&nojsoncallback=1", "")
        .json()
        .path("message")
        .asString()).isEqualTo("Invalid API Key (Key not found)");
    platforms.credentials().revoke("credential-1");
    failed("photos.getRecent", "", 100, "Invalid API Key (Key has expired)");
  }

  @Test
  void withoutNojsoncallback_theAnswerIsAFunctionCall() throws Exception {
    String path = "/services/rest?api_key=" + key + "&format=json&method=flickr.people.findByUsername&username=Anna";
    Client.Answer answer = client.plain("GET", path, "");
    assertThat(answer.header("content-type")).startsWith("text/javascript");
    assertThat(answer.text()).startsWith("jsonFlickrApi({\"user\":").endsWith("\"stat\":\"ok\"})");
    assertThat(client.plain("GET", path + "&jsoncallback=mine", "").text()).startsWith("mine({");
    assertThat(client.plain("GET", path.replace("json", "soap"), "").text()).contains("\"code\":111");
  }

  @Test
  void searchAndRecent_findPhotosOfAll() throws Exception {
    Post post = world.post(anna.id(), NewPost.saying("uniqueword here #Rare #Common").withPhotos(2));
    world.post(anna.id(), "uniqueword without a photo");
    assertThat(found("text=uniqueword")).containsExactly(post.id());
    assertThat(found("tags=rare")).containsExactly(post.id());
    assertThat(found("tags=rare,missing&tag_mode=all")).isEmpty();
    assertThat(found("user_id=" + Nsid.of(anna.id()))).containsExactly(post.id());
    assertThat(found("text=uniqueword&min_upload_date=" + (clock.instant().getEpochSecond() + 1))).isEmpty();
    assertThat(found("text=uniqueword&max_upload_date=" + clock.instant().getEpochSecond())).hasSize(1);
    assertThat(found("text=%28broken")).isEmpty();
    JsonNode recent = call("photos.getRecent", "per_page=2").path("photos");
    assertThat(recent.path("photo").path(0).path("id").asString()).isEqualTo(Long.toString(post.id()));
    assertThat(recent.path("photo")).hasSize(2);
  }

  @Test
  void quota_isBySilentHours() throws Exception {
    for (int i = 0; i < 200; i++) {
      assertThat(client.plain("GET", path("people.findByUsername", "username=Anna"), "").status()).isEqualTo(200);
    }
    Client.Answer refused = client.plain("GET", path("people.findByUsername", "username=Anna"), "");
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.headers().map()).doesNotContainKeys("x-rate-limit-remaining", "retry-after");
    clock.advance(Duration.ofHours(1));
    call("people.findByUsername", "username=Anna");
  }

  @Test
  void faults_strikeHereToo() throws Exception {
    for (int i = 0; i < 6; i++) {
      world.post(anna.id(), NewPost.saying("photo " + i).withPhotos(1));
      clock.advance(Duration.ofSeconds(1));
    }
    platforms.faults()
        .add(FaultRule.next(1, "/services/rest/", new Fault.Muddle(Fault.Muddle.Disorder.SUBSET)));
    assertThat(found("user_id=" + Nsid.of(anna.id()))).hasSize(4);
    platforms.faults().add(FaultRule.next(1, "/services/rest/", new Fault.TooMany(7)));
    Client.Answer refused = client.plain("GET", path("photos.getRecent", ""), "");
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.header("retry-after")).isEqualTo("7");
    platforms.faults()
        .add(FaultRule.next(1, "/services/rest/", new Fault.WrongJson(Fault.WrongJson.Damage.TYPES)));
    assertThat(client.plain("GET", path("photos.getRecent", ""), "").json().path("stat").isNumber()).isTrue();
  }

  private long lastUpdate(long photo) throws Exception {
    return Long.parseLong(
        call("photos.getInfo", "photo_id=" + photo).path("photo").path("dates").path("lastupdate").asString());
  }

  private List<Long> found(String query) throws Exception {
    List<Long> ids = new ArrayList<>();
    call("photos.search", query).path("photos")
        .path("photo")
        .forEach(photo -> ids.add(Long.parseLong(photo.path("id").asString())));
    return ids;
  }

  private void failed(String method, String query, int code, String message) throws Exception {
    Client.Answer answer = client.plain("GET", path(method, query), "");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(new String(answer.content().readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(
        Json.write(Json.object().put("stat", "fail").put("code", code).put("message", message)));
  }

  private JsonNode call(String method, String query) throws Exception {
    JsonNode answer = client.plain("GET", path(method, query), "").json();
    assertThat(answer.path("stat").asString()).as("%s", answer).isEqualTo("ok");
    return answer;
  }

  private String path(String method, String query) {
    return "/services/rest/?method=flickr." + method + "&api_key=" + key + "&format=json&nojsoncallback=1&" + query;
  }
}
