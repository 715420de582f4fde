package io.nuthatch.simulator.platform;

import io.nuthatch.simulator.SimulatorException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The credentials the platforms know. The n-th issued one follows from the world's seed, so that two processes with the
 * same seed agree on it. They may be added and revoked at any time; the next call sees it.
 */
public final class Credentials {

  private record Known(Credential credential, boolean revoked) {
  }

  private final long seed;
  private final Map<String, Known> byName = Collections.synchronizedMap(new LinkedHashMap<>());
  private final Map<String, Known> byKey = Collections.synchronizedMap(new LinkedHashMap<>());

  public Credentials(long seed) {
    this.seed = seed;
  }

  /** The first so many credentials of this world, valid unless revoked. */
  public List<Credential> first(int count) {
    return IntStream.range(0, count).mapToObj(this::issued).toList();
  }

  public void add(Credential credential) {
    put(new Known(credential, false));
  }

  /** From now on calls with this credential are refused; adding it again makes it valid again. */
  public void revoke(String name) {
    Known known = byName.get(name);
    if (known == null) {
      throw SimulatorException.callers("there is no credential " + name + " to revoke");
    }
    put(new Known(known.credential, true));
  }

  public Collection<Credential> valid() {
    synchronized (byName) {
      return byName.values().stream().filter(known -> !known.revoked).map(Known::credential).toList();
    }
  }

  public boolean isRevoked(String name) {
    Known known = byName.get(name);
    return known != null && known.revoked;
  }

  /** The credential of an application, revoked or not. */
  public Optional<Credential> byConsumerKey(String key) {
    return find("consumer:" + key);
  }

  Optional<Credential> byToken(String token) {
    return find("token:" + token);
  }

  /** The credential of a bearer token, revoked or not. */
  public Optional<Credential> byBearer(String token) {
    return find("bearer:" + token);
  }

  private Optional<Credential> find(String key) {
    return Optional.ofNullable(byKey.get(key)).map(Known::credential);
  }

  private Credential issued(int number) {
    String name = "credential-" + (number + 1);
    Known known = byName.get(name);
    if (known != null) {
      return known.credential;
    }
    Function<String, String> secret = part -> secret(name + "/" + part);
    Credential credential = new Credential(name, secret.apply("consumer-key").substring(0, 25),
        secret.apply("consumer-secret"), (1_000_000 + number) + "-" + secret.apply("token"),
        secret.apply("token-secret"), "AAAAAAAAAAAAAAAAAAAAA" + secret.apply("bearer"));
    add(credential);
    return credential;
  }

  private void put(Known known) {
    Credential credential = known.credential;
    byName.put(credential.name(), known);
    byKey.put("consumer:" + credential.consumerKey(), known);
    byKey.put("token:" + credential.token(), known);
    byKey.put("bearer:" + credential.bearerToken(), known);
  }

  private String secret(String part) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest((seed + "/" + part).getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(digest).replaceAll("[-_]", "x");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
