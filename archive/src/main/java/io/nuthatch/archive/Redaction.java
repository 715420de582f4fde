package io.nuthatch.archive;

import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * What must not reach the archive. Everything named here is replaced by {@value #MARKER} before a record is written:
 * the values of header fields, the values of parameters in URLs and forms, and secrets wherever they stand, also as
 * URLs and JSON write them, also in a body that is compressed or in chunks.
 *
 * @param headers    names of fields whose values are replaced
 * @param parameters names of parameters whose values are replaced
 * @param secrets    replaced wherever they occur; at least {@value #SHORTEST} characters each
 */
public record Redaction(Set<String> headers, Set<String> parameters, Set<String> secrets) {

  /** Made of characters that can stand in a URL, a header and a JSON string. */
  public static final String MARKER = "nuthatch-redacted";
  static final int SHORTEST = 6;

  public Redaction {
    TreeSet<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    names.addAll(headers);
    headers = Collections.unmodifiableSet(names);
    parameters = Set.copyOf(parameters);
    secrets = Set.copyOf(secrets);
    if (secrets.stream().anyMatch(secret -> secret.length() < SHORTEST)) {
      throw ArchiveException.caller("a secret to be redacted has at least " + SHORTEST
          + " characters; a shorter one would be found everywhere");
    }
  }

  /** What is a secret by its name on every platform. */
  public static Redaction standard() {
    return new Redaction(
        Set.of("Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "Set-Cookie2", "X-Api-Key",
            "X-Csrf-Token", "X-Auth-Token"),
        Set.of("access_token", "api_key", "apikey", "client_secret", "oauth_token", "oauth_signature",
            "oauth_consumer_key", "oauth_nonce", "oauth_verifier", "refresh_token", "password", "api_sig",
            "auth_token"),
        Set.of());
  }

  public Redaction withSecrets(Set<String> more) {
    Set<String> all = new HashSet<>(secrets);
    all.addAll(more);
    return new Redaction(headers, parameters, all);
  }

  public Redaction withParameters(Set<String> more) {
    Set<String> all = new HashSet<>(parameters);
    all.addAll(more);
    return new Redaction(headers, all, secrets);
  }

  public Redaction withHeaders(Set<String> more) {
    Set<String> all = new HashSet<>(headers);
    all.addAll(more);
    return new Redaction(all, parameters, secrets);
  }

  @Override
  public String toString() {
    return "Redaction[headers=" + headers + ", parameters=" + parameters + ", secrets=" + secrets.size() + "]";
  }
}
