package io.nuthatch.harvest.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.nuthatch.harvest.FetchFlow;
import io.nuthatch.harvest.capture.CaptureSettings;
import io.nuthatch.model.message.SeedReference;
import io.nuthatch.simulator.ManualClock;
import io.nuthatch.simulator.SimulatedPlatforms;
import io.nuthatch.simulator.people.World;
import io.nuthatch.simulator.people.WorldSettings;
import io.nuthatch.simulator.platform.PlatformSettings;
import io.nuthatch.simulator.platform.web.Robots;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.StringNode;

/** The simulator's small web, with everything that makes the real one hard to fetch. */
@Timeout(120)
final class WebSimulatorTest {

  @TempDir
  Path directory;

  private final SimulatedPlatforms platforms = SimulatedPlatforms.start(
      World.open(WorldSettings.defaults().withAccounts(0),
          ManualClock.at(Instant.parse("2026-03-10T12:00:00Z"))),
      PlatformSettings.defaults());
  private final Notebook notebook = new Notebook();

  @AfterEach
  void close() {
    platforms.close();
  }

  private void fetch(List<String> paths) {
    WebSettings settings = new WebSettings(List.of("127.0.0.1"), 8, Duration.ZERO, Duration.ofSeconds(1), 2);
    List<SeedReference> seeds = new ArrayList<>();
    for (String path : paths) {
      seeds.add(new SeedReference(path, StringNode.valueOf(platforms.baseUrl("web") + path), null));
    }
    try (WebAdapter adapter = WebAdapter.open(settings, CaptureSettings.standard("nuthatch/1.0", directory),
        Clock.systemUTC())) {
      ((FetchFlow) adapter.types().getFirst().flow()).fetch(seeds, notebook);
    }
  }

  @Test
  void smallWeb_isFetched_andEveryMisfortuneHasItsCode() {
    String site = "/news.example.com";
    Map<String, String> expected = new HashMap<>();
    expected.put(site + "/loop", "web_redirect_loop");
    expected.put(site + "/cookie/a.html", "web_redirect_loop");
    expected.put(site + "/maze/1", "web_too_many_redirects");
    expected.put(site + "/status/404", "web_not_found");
    expected.put(site + "/status/503?retry-after=3600", "web_server_error");
    expected.put(site + "/private/x.html", "web_robots");
    expected.put(site + "/cut/100/a.html", "web_incomplete");
    expected.put(site + "/torn/a.html", "web_incomplete");
    expected.put(site + "/endless", "web_too_large");
    expected.put(site + "/go?to=ftp://x/", "web_bad_url");
    for (int trap = 1; trap < 6; trap++) {
      expected.put(site + "/trap/" + trap, "web_refused_address");
    }
    for (int trap = 11; trap < 20; trap++) {
      expected.put(site + "/trap/" + trap, "web_refused_address");
    }
    List<String> fine = List.of(site + "/storm/1.html", site + "/bird.jpg", site + "/gzip/a.html",
        site + "/redirect/307/3/a.html", "/closed.example.org/b.html");
    List<String> all = new ArrayList<>(expected.keySet());
    all.addAll(fine);
    notebook.with(WebOptions.MAX_BYTES, 2_000_000);
    fetch(all);

    Map<String, String> codes = new HashMap<>();
    notebook.warnings.forEach(warning -> codes.put(String.valueOf(warning.seed()), warning.code()));
    assertThat(codes).containsExactlyInAnyOrderEntriesOf(expected);
    assertThat(notebook.settled).containsExactlyInAnyOrderElementsOf(all);
    assertThat(notebook.entries).filteredOn(entry -> entry.status() == 307).hasSize(3);
  }

  @Test
  void closedHost_isLeftAlone() {
    platforms.web().robots(Robots.CLOSED);
    fetch(List.of("/news.example.com/a.html", "/news.example.com/b.html"));
    assertThat(notebook.codes()).containsExactly("web_robots", "web_robots");
    assertThat(platforms.journal().entries(entry -> !entry.path().equals("/robots.txt"))).isEmpty();
  }

  @Test
  void crawlDelay_isKept_upToALimit() {
    platforms.web().robots(Robots.DELAYED);
    long start = System.nanoTime();
    fetch(List.of("/news.example.com/a.html", "/news.example.com/b.html", "/news.example.com/c.html"));
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(1990));
    assertThat(notebook.warnings).isEmpty();
  }
}
