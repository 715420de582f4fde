package io.nuthatch.app.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nuthatch.app.Role;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {

  @TempDir
  private Path directory;

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("nuthatch.conf"), text);
  }

  private static List<String> problems(@Nullable Path file, Map<String, String> environment,
      Map<String, String> commandLine) {
    return catchThrowableOfType(SettingsException.class, () -> Settings.read(file, environment, commandLine))
        .problems();
  }

  @Test
  void nothingSet_isAllDefaults() {
    Settings settings = Settings.read(null, Map.of("PATH", "/bin"), Map.of());

    assertThat(settings.get(Catalogue.HTTP_PORT)).isEqualTo(8420);
    assertThat(settings.get(Catalogue.HTTP_REQUEST_TIMEOUT)).isEqualTo(Duration.ofSeconds(30));
    assertThat(settings.get(Catalogue.NODE_ROLES)).containsExactly(Role.values());
    assertThat(settings.find(Catalogue.OIDC_ISSUER)).isEmpty();
    assertThat(settings.lines()).allSatisfy(line -> assertThat(line.origin()).isEqualTo("default"));
  }

  @Test
  void everyProblem_isListedAtOnceWithItsLine() throws IOException {
    Path file = file("""
        # a comment
        http.prot = 80
        http.port = eighty
        node.roles = api,cook
        what is this
        database.pool = 5
        database.pool = 6
        http.max-body = 10 megabytes
        """);

    assertThat(problems(file, Map.of("NUTHATCH_HTTP_BNID", "x", "NUTHATCH_LOG_LEVEL", "loud"),
        Map.of("security.session-idle", "soon"))).containsExactlyInAnyOrder(
            file + ":5: expected 'key = value'",
            file + ":7: database.pool was set on line 6 already", "environment: unknown variable NUTHATCH_HTTP_BNID",
            file + ":2: unknown setting http.prot; did you mean http.port?",
            file + ":3: http.port takes a port (0 to 65535, 0 for any free one), not 'eighty'",
            file + ":4: node.roles takes any of api, harvester, refresher, feeder, exporter, archivist, researcher,"
                + " scheduler, separated by commas, not 'api,cook'",
            file + ":8: http.max-body takes a size such as 512KiB, 10MiB or 1GiB, not '10 megabytes'",
            "environment (NUTHATCH_LOG_LEVEL): log.level takes error, warn, info, debug, not 'loud'",
            "command line (security.session-idle): security.session-idle takes a duration such as 250ms, 30s, 5m, 12h"
                + " or 21d, from 1m to 365d, not 'soon'");
  }

  @Test
  void laterSource_wins() throws IOException {
    Path file = file("http.port = 1\nnode.name = from-file\nlog.level = warn\n");

    Settings settings = Settings.read(file, Map.of("NUTHATCH_HTTP_PORT", "2", "NUTHATCH_NODE_NAME", "from-environment"),
        Map.of("http.port", "3"));

    assertThat(settings.get(Catalogue.HTTP_PORT)).isEqualTo(3);
    assertThat(settings.get(Catalogue.NODE_NAME)).isEqualTo("from-environment");
    assertThat(settings.origin(Catalogue.NODE_NAME)).isEqualTo("environment (NUTHATCH_NODE_NAME)");
    assertThat(settings.origin(Catalogue.LOG_LEVEL)).isEqualTo(file + ":3");
  }

  @Test
  void familyKey_worksInFileAndEnvironment() throws IOException {
    Settings settings = Settings.read(file("platforms.twitter.base-url = http://127.0.0.1:9/\n"),
        Map.of("NUTHATCH_PLATFORMS_BLUESKY_BASE_URL", "https://example.org"), Map.of());

    assertThat(settings.family(Catalogue.PLATFORM_BASE_URL)).isEqualTo(
        Map.of("twitter", URI.create("http://127.0.0.1:9"), "bluesky", URI.create("https://example.org")));
  }

  @Test
  void contradictions_areFound() throws IOException {
    Path certificate = Files.writeString(directory.resolve("chain.pem"), "");

    assertThat(problems(file("http.tls.certificate = " + certificate + "\noidc.client-id = us\n"), Map.of(),
        Map.of("security.session-idle", "20h", "http.trusted-proxies", "10.0.0.0/8,example.org"))).containsExactly(
            directory.resolve("nuthatch.conf") + ":1: http.tls.certificate is set without http.tls.key",
            directory.resolve("nuthatch.conf") + ":2: oidc.client-id is set without oidc.issuer",
            "command line (security.session-idle): security.session-idle is longer than security.session-lifetime",
            "command line (http.trusted-proxies): http.trusted-proxies: 'example.org' is neither an address nor a"
                + " network such as 10.0.0.0/8");
  }

  @Test
  void missingFile_isSaid() {
    assertThat(problems(directory.resolve("none.conf"), Map.of(), Map.of()))
        .containsExactly(directory.resolve("none.conf") + ": no such file");
  }

  @Test
  void secretsAndPasswords_areNeverListed() {
    Settings settings = Settings.read(null, Map.of(),
        Map.of("oidc.issuer", "https://id.example.org", "oidc.client-id", "us", "oidc.client-secret", "hunter2",
            "database.url", "jdbc:postgresql://localhost/n?user=u&password=hunter2"));

    assertThat(settings.lines().toString()).doesNotContain("hunter2").contains("(set, not shown)", "password=…");
  }

  @Test
  void emptyValue_leavesTheDefault() throws IOException {
    Settings settings = Settings.read(file("http.port =\n"), Map.of("NUTHATCH_NODE_NAME", ""),
        Map.of("node.roles", ""));
    assertThat(settings.get(Catalogue.HTTP_PORT)).isEqualTo(8420);
    assertThat(settings.get(Catalogue.NODE_NAME)).isEqualTo("nuthatch");
    assertThat(settings.get(Catalogue.NODE_ROLES)).hasSize(8);
  }

  @Test
  void nonsense_isOutOfRange() {
    assertThat(problems(null, Map.of(), Map.of("http.request-timeout", "0ms", "node.roles", ",", "http.drain", "999d")))
        .hasSize(3);
    assertThat(problems(null, Map.of(), Map.of("queue.url", "database:"))).first().asString()
        .contains("wants PostgreSQL");
  }

  @Test
  void password_isNotInAProblem() {
    assertThat(problems(null, Map.of("NUTHATCH_DATABASE_URL", "postgresql://u:hunter2@h/db"), Map.of())).first()
        .asString().contains("database.url takes").doesNotContain("hunter2");
  }

  @Test
  void emptyValue_meansNotSet() {
    assertThat(Settings.read(null, Map.of("NUTHATCH_OIDC_ISSUER", ""), Map.of()).find(Catalogue.OIDC_ISSUER)).isEmpty();
  }
}
