package io.nuthatch.harvest;

import java.util.Map;
import java.util.Optional;

/** Knows credentials that a message only names: {@code "credentials": {"id": …}}. */
@FunctionalInterface
public interface CredentialSource {

  /** The values of the credential, opened; nothing when there is none with this id or it may not be used. */
  Optional<Map<String, String>> find(String id);
}
