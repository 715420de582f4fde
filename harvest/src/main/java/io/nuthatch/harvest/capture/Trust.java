package io.nuthatch.harvest.capture;

import io.nuthatch.harvest.HarvestException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Whom a client believes: what Java believes, or the certificates of a PEM file and no one else. */
final class Trust {

  private Trust() {
  }

  static SSLContext context(@Nullable Path pem) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, pem == null ? null : managers(pem).getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new HarvestException(HarvestException.Kind.CALLER, "the certificates in " + pem
          + " cannot be used; it should be a PEM file: " + e.getMessage(), e);
    }
  }

  private static TrustManagerFactory managers(Path pem) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (InputStream in = Files.newInputStream(pem)) {
      for (Certificate certificate : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("trusted-" + store.size(), certificate);
      }
    }
    TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(store);
    return managers;
  }
}
