package io.nuthatch.harvest.quota;

import java.util.List;

/** Who asks for turns: a collection, with the credentials any of which will do. */
public record Claimant(String collection, List<Credential> credentials) {

  public Claimant {
    credentials = List.copyOf(credentials);
  }
}
