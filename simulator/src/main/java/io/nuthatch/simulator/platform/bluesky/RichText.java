package io.nuthatch.simulator.platform.bluesky;

import io.nuthatch.model.Json;
import io.nuthatch.simulator.people.Entity;
import io.nuthatch.simulator.people.Moment;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.platform.Links;
import io.nuthatch.simulator.platform.twitter.TweetText;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The text of a post with its facets: links as readers see them, mentions by handle, places counted in bytes. */
final class RichText {

  private final StringBuilder text = new StringBuilder();
  private final ArrayNode facets = Json.object().putArray("facets");

  RichText(Post post, Moment moment, Links links) {
    String written = post.body().text();
    int done = 0;
    for (Entity entity : post.body().entities()) {
      int start = written.offsetByCodePoints(0, entity.start());
      text.append(written, done, start);
      done = written.offsetByCodePoints(0, entity.end());
      switch (entity) {
        case Entity.Hashtag tag ->
          facet(written.substring(start, done), Json.object().put("$type", type("tag")).put("tag", tag.tag()));
        case Entity.Link link -> facet(TweetText.display(link.target()),
            Json.object().put("$type", type("link")).put("uri", links.address(link.target())));
        case Entity.Mention mention -> facet("@" + moment.account(mention.accountId())
            .map(Names::handle)
            .orElse("handle.invalid"),
            Json.object().put("$type", type("mention")).put("did", Names.did(mention.accountId())));
      }
    }
    text.append(written, done, written.length());
  }

  String text() {
    return text.toString();
  }

  ArrayNode facets() {
    return facets;
  }

  private void facet(String shown, ObjectNode feature) {
    int start = text.toString().getBytes(StandardCharsets.UTF_8).length;
    text.append(shown);
    ObjectNode facet = Json.object();
    facet.set("index", Json.object()
        .put("byteStart", start)
        .put("byteEnd", start + shown.getBytes(StandardCharsets.UTF_8).length));
    facet.putArray("features").add(feature);
    facets.add(facet);
  }

  private static String type(String name) {
    return "app.bsky.richtext.facet#" + name;
  }
}
