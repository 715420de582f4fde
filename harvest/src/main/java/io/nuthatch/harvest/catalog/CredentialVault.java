package io.nuthatch.harvest.catalog;

import io.nuthatch.database.Reading;
import io.nuthatch.harvest.Sealing;
import io.nuthatch.model.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Opens credentials for whoever harvests by them. To be given to the requester and to harvesters, and to nobody else. */
public final class CredentialVault {

  private final Sealing sealing;

  public CredentialVault(Sealing sealing) {
    this.sealing = sealing;
  }

  /** The values of a credential, by name. */
  public Map<String, String> open(Reading reading, String id) {
    byte[] sealed = reading.first("SELECT sealed FROM credentials WHERE id = ?", row -> row.bytes("sealed"), id)
        .orElseThrow(() -> CatalogException.notFound("credential", id));
    Map<String, String> values = new LinkedHashMap<>();
    Json.tree(new String(sealing.open(sealed), StandardCharsets.UTF_8)).properties()
        .forEach(value -> values.put(value.getKey(), value.getValue().asString()));
    return values;
  }

  byte[] seal(Map<String, String> values) {
    return sealing.seal(Json.writeBytes(values));
  }

  /** The same for the same values; tells nothing about them, since keys and tokens cannot be guessed. */
  static byte[] fingerprint(String platform, Map<String, String> values) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(Json.writeBytes(Map.of(platform, new TreeMap<>(values))));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
