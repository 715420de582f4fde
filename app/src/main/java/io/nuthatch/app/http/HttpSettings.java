package io.nuthatch.app.http;

import io.nuthatch.app.settings.Catalogue;
import io.nuthatch.app.settings.Network;
import io.nuthatch.app.settings.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the server listens and what it allows. */
public record HttpSettings(String bind, int port, Limits limits, List<Network> trustedProxies,
    @Nullable URI publicUrl, @Nullable Tls tls) {

  /** What one client may use up. */
  public record Limits(long maxBody, Duration request, Duration idle, Duration drain, int maxConnections) {
  }

  /** PEM files with the certificate chain and the private key. */
  public record Tls(Path certificate, Path key) {
  }

  public static HttpSettings from(Settings settings) {
    Limits limits = new Limits(settings.get(Catalogue.HTTP_MAX_BODY), settings.get(Catalogue.HTTP_REQUEST_TIMEOUT),
        settings.get(Catalogue.HTTP_IDLE_TIMEOUT), settings.get(Catalogue.HTTP_DRAIN),
        settings.get(Catalogue.HTTP_MAX_CONNECTIONS));
    List<Network> proxies = settings.find(Catalogue.HTTP_TRUSTED_PROXIES).orElse(List.of()).stream()
        .map(text -> Network.parse(text).orElseThrow()).toList();
    Tls tls = settings.find(Catalogue.HTTP_TLS_CERTIFICATE)
        .map(certificate -> new Tls(Path.of(certificate), Path.of(settings.get(Catalogue.HTTP_TLS_KEY)))).orElse(null);
    return new HttpSettings(settings.get(Catalogue.HTTP_BIND), settings.get(Catalogue.HTTP_PORT), limits, proxies,
        settings.find(Catalogue.HTTP_PUBLIC_URL).orElse(null), tls);
  }
}
