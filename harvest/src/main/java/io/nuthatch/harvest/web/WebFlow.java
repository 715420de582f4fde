package io.nuthatch.harvest.web;

import io.nuthatch.harvest.FetchFlow;
import io.nuthatch.harvest.HarvestException;
import io.nuthatch.harvest.Recording;
import io.nuthatch.harvest.capture.CallScope;
import io.nuthatch.harvest.capture.CaptureClient;
import io.nuthatch.model.message.SeedReference;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Fetches URLs: from many hosts at a time, from each host one after the other with a pause. A URL that several seeds
 * stand for is fetched once. What came of a seed that could not be fetched is a warning under a code of
 * {@link Outcome}; the harvest goes on.
 */
final class WebFlow implements FetchFlow {

  private final WebSettings settings;
  private final CaptureClient client;
  private final Set<String> robotNames;
  private final InstantSource clock;

  WebFlow(WebSettings settings, CaptureClient client, String userAgent, InstantSource clock) {
    this.settings = settings;
    this.client = client;
    this.clock = clock;
    robotNames = Set.of(productToken(userAgent));
  }

  /** The name robots.txt would call us by: what a User-Agent begins with. */
  private static String productToken(String userAgent) {
    String token = userAgent.replaceFirst("[^A-Za-z_-].*$", "").toLowerCase(Locale.ROOT);
    if (token.isEmpty()) {
      throw HarvestException.caller("the User-Agent '" + userAgent + "' should begin with a name, like nuthatch/1.0");
    }
    return token;
  }

  @Override
  public void fetch(List<SeedReference> seeds, Recording recording) {
    WebOptions options = WebOptions.of(recording.options());
    Map<URI, List<SeedReference>> byUrl = new LinkedHashMap<>();
    for (SeedReference seed : seeds) {
      String text = seed.tokenText() == null ? "" : seed.tokenText();
      try {
        byUrl.computeIfAbsent(WebUrl.of(text), uri -> new ArrayList<>()).add(seed);
      } catch (HarvestException e) {
        recording.warn(Outcome.BAD_URL.code(), String.valueOf(e.getMessage()), seed.id());
        recording.settled(seed);
      }
    }
    try (CallScope scope = new CallScope()) {
      Hosts hosts = new Hosts(settings, recording, byUrl.size());
      Fetch fetch = new Fetch(client, scope, options, recording, clock);
      Visit visit = new Visit(fetch, hosts, settings, options, robotNames);
      byUrl.forEach((uri, same) -> hosts.add(new Step(List.copyOf(same), uri, List.of(), 0), false));
      hosts.workOff(visit::make, scope);
    } finally {
      client.closeIdle();
    }
  }
}
