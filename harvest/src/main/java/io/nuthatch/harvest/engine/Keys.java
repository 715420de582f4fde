package io.nuthatch.harvest.engine;

import io.nuthatch.harvest.CredentialField;
import io.nuthatch.harvest.CredentialSource;
import io.nuthatch.harvest.PlatformAdapter;
import io.nuthatch.harvest.quota.Credential;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The credentials of a harvest: as its message has them, or as the catalogue knows them by the ids it names. */
record Keys(List<Credential> credentials) {

  private static final String ID = "id";
  private static final String IDS = "ids";

  static Keys of(Order order, CredentialSource source) {
    PlatformAdapter adapter = order.adapter();
    Map<String, String> given = order.message().credentials();
    List<Credential> credentials = new ArrayList<>();
    if (given.containsKey(ID) || given.containsKey(IDS)) {
      String ids = given.getOrDefault(IDS, given.getOrDefault(ID, ""));
      for (String id : ids.split("[,\\s]+", -1)) {
        Map<String, String> values = source.find(id).orElseThrow(() -> new Refusal("bad_credentials",
            "the credential " + id + " is not known, or may not be used"));
        credentials.add(checked(adapter, Credential.of(adapter.platform(), id, values)));
      }
    } else {
      credentials.add(checked(adapter, Credential.of(adapter.platform(), "of message", given)));
    }
    return new Keys(credentials);
  }

  private static Credential checked(PlatformAdapter adapter, Credential credential) {
    for (CredentialField field : adapter.credentialFields()) {
      if (field.required() && credential.values().getOrDefault(field.name(), "").isBlank()) {
        throw new Refusal("bad_credentials", "the credential has no " + field.name() + ", which " + adapter.platform()
            + " needs");
      }
    }
    return credential;
  }

  /** Every value, none of which may be seen. */
  Set<String> secrets() {
    Set<String> secrets = new HashSet<>();
    credentials.forEach(credential -> secrets.addAll(credential.values().values()));
    return secrets;
  }
}
