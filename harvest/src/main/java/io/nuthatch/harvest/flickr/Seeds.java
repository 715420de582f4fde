package io.nuthatch.harvest.flickr;

import io.nuthatch.archive.items.Lenient;
import io.nuthatch.harvest.HarvestException;
import io.nuthatch.harvest.HarvestType.Option;
import io.nuthatch.harvest.HarvestType.OptionKind;
import io.nuthatch.harvest.HarvestType.SeedRule;
import io.nuthatch.harvest.SeedToken;
import io.nuthatch.model.Json;
import io.nuthatch.model.message.SeedReference;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** What seeds of Flickr may be, and what collections of them may choose. */
final class Seeds {

  static final SeedRule PEOPLE = SeedRule.of(1, Integer.MAX_VALUE, "Usernames, or NSIDs such as 131866249@N02",
      Seeds::person);
  static final SeedRule PHOTOS = SeedRule.of(1, Integer.MAX_VALUE, "Ids of photos, or the addresses of their pages",
      seed -> new SeedReference(seed.id(), StringNode.valueOf(photo(seed)), null));

  private static final List<String> USUAL_SIZES = List.of("Thumbnail", "Large", "Original");
  private static final Option SIZES = new Option("sizes", "Sizes to fetch", OptionKind.LIST,
      Json.MAPPER.valueToTree(USUAL_SIZES));
  static final List<Option> OPTIONS = List.of(Option.INCREMENTAL, SIZES, Option.WEB_RESOURCES,
      Option.DEACTIVATE_NOT_FOUND);

  private static final Pattern NSID = Pattern.compile("\\d+@N\\d+");
  private static final Pattern PAGE = Pattern.compile("https?://[^/]*flickr\\.com/photos/[^/]+/(\\d+)(?:[/?#].*)?");

  private Seeds() {
  }

  static SeedReference person(SeedReference seed) {
    String name = SeedToken.word(seed);
    String uid = seed.uid() == null || seed.uid().isBlank() ? null : seed.uid().strip();
    if (uid == null && name != null && NSID.matcher(name).matches()) {
      uid = name;
      name = null;
    }
    if (name == null && uid == null) {
      throw HarvestException.caller("a person needs a username or an NSID; give one of them");
    }
    if (uid != null && !NSID.matcher(uid).matches()) {
      throw HarvestException
          .caller("\"" + uid + "\" is not an NSID, such as 131866249@N02; give a username as the token");
    }
    if (name != null && name.startsWith("http")) {
      throw HarvestException.caller("\"" + name + "\" is an address; give the username as it stands on the profile");
    }
    return new SeedReference(seed.id(), name == null ? null : StringNode.valueOf(name), uid);
  }

  /** The id of the photo that a seed stands for. */
  static String photo(SeedReference seed) {
    String text = SeedToken.word(seed);
    if (text == null) {
      throw HarvestException.caller("a photo needs its id or the address of its page; give one of them");
    }
    Matcher page = PAGE.matcher(text);
    String id = page.matches() ? page.group(1) : text;
    if (!Lenient.isId(id)) {
      throw HarvestException.caller("\"" + text
          + "\" is neither the id of a photo nor the address of its page, such as https://www.flickr.com/photos/anna/53412/");
    }
    return id;
  }

  /** The sizes that a harvest's options name. */
  static Set<String> sizes(Map<String, JsonNode> options) {
    JsonNode sizes = options.get("sizes");
    if (sizes == null || !sizes.isArray()) {
      return Set.copyOf(USUAL_SIZES);
    }
    Set<String> names = new HashSet<>();
    sizes.forEach(size -> names.add(size.asString("")));
    return names;
  }
}
