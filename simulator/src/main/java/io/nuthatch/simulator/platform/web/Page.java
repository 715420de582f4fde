package io.nuthatch.simulator.platform.web;

import java.util.List;
import java.util.SplittableRandom;

/** An HTML page: a few paragraphs, two pictures, links to neighbours and to another host. */
final class Page {

  private static final List<String> WORDS = List.of("river", "stone", "window", "paper", "evening", "market", "bridge",
      "letter", "garden", "winter", "harbour", "lantern", "orchard", "pencil", "meadow", "station");

  private final Address address;
  private final SplittableRandom random;

  Page(Address address, SplittableRandom random) {
    this.address = address;
    this.random = random;
  }

  String html(int length) {
    String title = words(random, 3);
    String picture = address.sibling("/pictures/" + random.nextInt(10_000) + ".jpg?w=640&h=480");
    return """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <title>%s</title>
        <meta property="og:title" content="%s">
        <meta property="og:image" content="%s">
        </head>
        <body>
        <h1>%s</h1>
        <img src="%s" alt="%s">
        <p>%s</p>
        <img src="/pictures/%d.png?w=64&amp;h=64" alt="%s">
        <p><a href="%s">%s</a> <a href="%s">%s</a> <a href="%s">%s</a></p>
        </body>
        </html>
        """.formatted(title, title, picture.replace("&", "&amp;"), title, picture.replace("&", "&amp;"),
        words(random, 2), text(length, random), random.nextInt(10_000), words(random, 2), neighbour(), words(random, 2),
        neighbour(), words(random, 2), address.at("elsewhere.example.org", "/" + random.nextInt(10_000) + ".html"),
        words(random, 2));
  }

  /** Plain text of about a length. */
  static String text(int length, SplittableRandom random) {
    StringBuilder text = new StringBuilder(length + 16);
    while (text.length() < length) {
      text.append(text.isEmpty() ? "" : " ").append(words(random, 6)).append('.');
    }
    return text.toString();
  }

  private String neighbour() {
    return address.sibling("/" + WORDS.get(random.nextInt(WORDS.size())) + "/" + random.nextInt(10_000) + ".html");
  }

  private static String words(SplittableRandom random, int count) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < count; i++) {
      words.append(i == 0 ? "" : " ").append(WORDS.get(random.nextInt(WORDS.size())));
    }
    return words.toString();
  }
}
