package io.nuthatch.model;

import java.util.List;

/** What a post leads to: links with shorteners undone where the platform does it, and media. */
public record Attachments(List<String> links, List<Media> media) {

  public static final Attachments NONE = new Attachments(List.of(), List.of());

  public Attachments {
    links = List.copyOf(links);
    media = List.copyOf(media);
  }
}
