package io.nuthatch.harvest.web;

import io.nuthatch.model.message.SeedReference;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * The next fetch for some seeds.
 *
 * @param seeds those that stand for the same URL
 * @param way the URLs that redirected here, the seeds' own first
 * @param tries how often this one has been tried
 */
record Step(List<SeedReference> seeds, URI uri, List<URI> way, int tries) {

  Step again() {
    return new Step(seeds, uri, way, tries + 1);
  }

  Step afresh() {
    return new Step(seeds, uri, way, 0);
  }

  Step redirected(URI to) {
    List<URI> longer = new ArrayList<>(way);
    longer.add(uri);
    return new Step(seeds, to, List.copyOf(longer), 0);
  }

  /** For messages: where it began and, if it was redirected, where it came to. */
  String told() {
    return way.isEmpty() ? uri.toString() : way.getFirst() + " (now " + uri + ")";
  }
}
