package io.nuthatch.simulator.platform.feeds;

import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.platform.Links;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Writes feeds. */
final class FeedXml {

  private static final String HEAD = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  private static final String ITUNES = "http://www.itunes.com/dtds/podcast-1.0.dtd";
  private static final String PODCAST = "https://podcastindex.org/namespace/1.0";

  private final StringBuilder out = new StringBuilder(HEAD);
  private final Account author;
  private final List<Item> items;
  private final Links links;
  private final Links web;

  /**
   * @param links where links lead
   * @param web where enclosures are
   */
  FeedXml(Account author, List<Item> items, Links links, Links web) {
    this.author = author;
    this.items = items;
    this.links = links;
    this.web = web;
  }

  String rss() {
    out.append("<rss version=\"2.0\">\n<channel>\n");
    channel();
    items.forEach(item -> {
      out.append("<item>\n");
      entry(item);
      out.append("</item>\n");
    });
    return out.append("</channel>\n</rss>\n").toString();
  }

  String podcast() {
    out.append("<rss version=\"2.0\" xmlns:itunes=\"" + ITUNES + "\" xmlns:podcast=\"" + PODCAST + "\">\n<channel>\n");
    channel();
    element("itunes:author", author.profile().name());
    element("podcast:locked", "no");
    int episode = items.size();
    for (Item item : items) {
      out.append("<item>\n");
      entry(item);
      empty("enclosure", Map.of("url", item.episode(web), "length", Long.toString(item.saidBytes()), "type",
          "audio/mpeg"));
      element("itunes:duration", episode % 2 == 0
          ? Integer.toString(item.seconds())
          : "00:%02d:%02d".formatted(item.seconds() / 60, item.seconds() % 60));
      element("podcast:episode", Integer.toString(episode--));
      empty("podcast:transcript", Map.of("url", item.transcript(web), "type", "text/plain", "language",
          author.profile().language()));
      out.append("</item>\n");
    }
    return out.append("</channel>\n</rss>\n").toString();
  }

  String atom() {
    out.append("<feed xmlns=\"http://www.w3.org/2005/Atom\">\n");
    element("id", "tag:blog.example.org,2026:" + author.id());
    element("title", author.profile().name());
    element("updated", items.stream().map(Item::updated).max(Comparator.naturalOrder())
        .orElse(author.created()).toString());
    for (Item item : items) {
      out.append("<entry>\n");
      element("id", item.guid());
      element("title", item.title());
      element("published", item.published().toString());
      element("updated", item.updated().toString());
      empty("link", Map.of("href", item.page(links)));
      out.append("<author><name>").append(escaped(author.profile().name())).append("</name></author>\n");
      item.tags().forEach(tag -> empty("category", Map.of("term", tag)));
      element("content", item.text());
      out.append("</entry>\n");
    }
    return out.append("</feed>\n").toString();
  }

  private void channel() {
    element("title", author.profile().name());
    element("link", links.address("https://blog.example.org/" + author.screenName() + "/"));
    element("description", author.profile().bio());
    element("language", author.profile().language());
    element("ttl", "60");
  }

  private void entry(Item item) {
    element("title", item.title());
    element("link", item.page(links));
    out.append("<guid isPermaLink=\"false\">").append(item.guid()).append("</guid>\n");
    element("pubDate", item.pubDate());
    item.tags().forEach(tag -> element("category", tag));
    element("description", item.text());
  }

  private void element(String name, String text) {
    out.append('<').append(name).append('>').append(escaped(text)).append("</").append(name).append(">\n");
  }

  private void empty(String name, Map<String, String> attributes) {
    out.append('<').append(name);
    attributes.entrySet()
        .stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(attribute -> out.append(' ')
            .append(attribute.getKey())
            .append("=\"")
            .append(escaped(attribute.getValue()))
            .append('"'));
    out.append("/>\n");
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
  }
}
