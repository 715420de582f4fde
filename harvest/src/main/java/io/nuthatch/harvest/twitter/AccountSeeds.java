package io.nuthatch.harvest.twitter;

import io.nuthatch.archive.items.Lenient;
import io.nuthatch.harvest.HarvestException;
import io.nuthatch.harvest.HarvestType.Option;
import io.nuthatch.harvest.HarvestType.SeedRule;
import io.nuthatch.harvest.SeedToken;
import io.nuthatch.model.message.SeedReference;
import java.util.List;
import tools.jackson.databind.node.StringNode;

/** Accounts as seeds: a screen name, an id, or both. */
public final class AccountSeeds {

  public static final SeedRule RULE = SeedRule.of(1, Integer.MAX_VALUE,
      "Screen names, with or without @, or user ids", AccountSeeds::proper);

  /** What collections of accounts may choose. */
  public static final List<Option> OPTIONS = List.of(Option.INCREMENTAL, Option.WEB_RESOURCES, Option.MEDIA,
      Option.DEACTIVATE_NOT_FOUND, Option.DEACTIVATE_SUSPENDED, Option.DEACTIVATE_UNAUTHORIZED);

  private AccountSeeds() {
  }

  /** The seed with its name and id as they should be. */
  public static SeedReference proper(SeedReference seed) {
    String name = SeedToken.word(seed);
    String uid = seed.uid() == null || seed.uid().isBlank() ? null : seed.uid().strip();
    if (name != null && name.startsWith("@")) {
      name = name.substring(1);
    }
    if (name == null && uid == null) {
      throw HarvestException.caller("an account needs a screen name or a user id; give one of them");
    }
    if (name != null && name.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw HarvestException.caller(name + " is a number; if it is a user id, give it as the uid, not as the name");
    }
    if (name != null && !name.matches("[A-Za-z0-9_]{1,15}")) {
      throw HarvestException.caller("\"" + name
          + "\" is not a screen name: those have 1 to 15 letters, digits and underscores; leave out spaces and addresses");
    }
    if (uid != null && !Lenient.isId(uid)) {
      throw HarvestException.caller("\"" + uid + "\" is not a user id, which is a number; give a name as the token");
    }
    return new SeedReference(seed.id(), name == null ? null : StringNode.valueOf(name), uid);
  }
}
