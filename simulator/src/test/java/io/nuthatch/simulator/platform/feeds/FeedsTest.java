package io.nuthatch.simulator.platform.feeds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.simulator.Client;
import io.nuthatch.simulator.Golden;
import io.nuthatch.simulator.HandClock;
import io.nuthatch.simulator.SimulatedPlatforms;
import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.NewPost;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldSettings;
import io.nuthatch.simulator.platform.PlatformSettings;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;

class FeedsTest {

  private final HandClock clock = new HandClock("2026-03-10T12:00:00Z");
  private final World world = World.open(WorldSettings.defaults().withAccounts(20), clock);
  private final SimulatedPlatforms platforms = SimulatedPlatforms.start(world, PlatformSettings.defaults());
  private final Client client = new Client(platforms, platforms.credentials(1).getFirst());
  private final Account anna = world.account("Anna");

  @AfterEach
  void close() {
    platforms.close();
  }

  @Test
  void feeds_haveTheShapeOfTheGoldenFile() throws Exception {
    world.post(anna.id(), NewPost.saying("Fish & chips <now> #Food https://example.org/a?b=c&d=e"));
    clock.advance(Duration.ofMinutes(5));
    Post edited = world.post(anna.id(), "first words");
    clock.advance(Duration.ofMinutes(5));
    world.edit(edited.id(), "second words");
    StringBuilder feeds = new StringBuilder();
    for (String kind : List.of("rss", "atom", "podcast")) {
      String feed = get("/feeds/anna." + kind).text();
      parsed(feed);
      feeds.append(feed);
    }
    Golden.check("feeds.txt", feeds.toString().replace(platforms.url(), "http://simulator"));
  }

  @Test
  void window_hasTheNewestTwenty_andConditionalRequestsWork() throws Exception {
    for (int i = 0; i < 25; i++) {
      world.post(anna.id(), "post " + i);
      clock.advance(Duration.ofMinutes(1));
    }
    Client.Answer feed = get("/feeds/anna.rss");
    assertThat(feed.header("content-type")).startsWith("application/rss+xml");
    Document document = parsed(feed.text());
    assertThat(document.getElementsByTagName("item").getLength()).isEqualTo(20);
    assertThat(document.getElementsByTagName("item").item(0).getTextContent()).contains("post 24");
    HttpRequest.Builder again = client.request("/feeds/anna.rss").header("If-None-Match", feed.header("etag"));
    assertThat(client.send(again).status()).isEqualTo(304);
    world.post(anna.id(), "one more");
    assertThat(client.send(again).status()).isEqualTo(200);
  }

  @Test
  void enclosures_areServed() throws Exception {
    String name = world.now().account(world.accounts().findFirst().orElseThrow()).orElseThrow().screenName();
    Document document = parsed(get("/feeds/" + name + ".podcast").text());
    var enclosures = document.getElementsByTagName("enclosure");
    assertThat(enclosures.getLength()).isEqualTo(20);
    Element first = (Element) enclosures.item(0);
    Client.Answer part = client.send(
        HttpRequest.newBuilder(URI.create(first.getAttribute("url"))).header("Range", "bytes=0-1023"));
    assertThat(part.status()).isEqualTo(206);
    assertThat(part.header("content-type")).isEqualTo("audio/mpeg");
    byte[] bytes = part.content().readAllBytes();
    assertThat(new String(bytes, 0, 3, StandardCharsets.US_ASCII)).isEqualTo("ID3");
    assertThat(bytes[37]).isEqualTo((byte) 0xFF);
    Element transcript = (Element) document.getElementsByTagName("podcast:transcript").item(0);
    assertThat(client.send(HttpRequest.newBuilder(URI.create(transcript.getAttribute("url")))).status())
        .isEqualTo(200);
  }

  @Test
  void feeds_moveAndGoAndBreak() throws Exception {
    world.post(anna.id(), "hello");
    Client.Answer moved = get("/feeds/moved/anna.rss");
    assertThat(moved.status()).isEqualTo(301);
    assertThat(moved.header("location")).isEqualTo(platforms.url() + "/feeds/anna.rss");
    String broken = get("/feeds/broken/anna.rss").text();
    assertThat(broken).contains("hello");
    assertThatThrownBy(() -> parsed(broken)).isInstanceOf(SAXException.class);
    assertThat(get("/feeds/bomb/anna.rss").text()).contains("<!ENTITY a19").contains("file:///");
    assertThat(get("/feeds/nobody.rss").status()).isEqualTo(404);
    assertThat(get("/feeds/anna.doc").status()).isEqualTo(404);
    world.suspend(anna.id());
    assertThat(get("/feeds/anna.rss").status()).isEqualTo(410);
  }

  private Client.Answer get(String path) throws Exception {
    return client.send(client.request(path));
  }

  private static Document parsed(String xml) throws Exception {
    var builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    builder.setErrorHandler(null);
    return builder.parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
  }
}
