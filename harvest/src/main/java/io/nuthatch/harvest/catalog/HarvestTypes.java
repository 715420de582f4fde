package io.nuthatch.harvest.catalog;

import io.nuthatch.harvest.HarvestType;
import io.nuthatch.harvest.HarvestType.Option;
import io.nuthatch.harvest.PlatformAdapter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The types of harvest there are, by name, each with the platform it is of. */
public final class HarvestTypes {

  /** A type and who speaks to its platform; one that is off runs no more, and what it captured stays. */
  public record Offer(PlatformAdapter adapter, HarvestType type, boolean off) {

    public String platform() {
      return adapter.platform();
    }

    public boolean needsCredential() {
      return !adapter.credentialFields().isEmpty();
    }
  }

  private final SequencedMap<String, Offer> offers = new LinkedHashMap<>();

  private HarvestTypes(List<? extends PlatformAdapter> adapters, Set<String> off) {
    for (PlatformAdapter adapter : adapters) {
      for (HarvestType type : adapter.types()) {
        if (offers.put(type.name(), new Offer(adapter, type, off.contains(type.name()))) != null) {
          throw new IllegalArgumentException("two adapters offer harvests of type " + type.name());
        }
      }
    }
  }

  /** Those of the adapters, some of which may be off by name. */
  public static HarvestTypes of(List<? extends PlatformAdapter> adapters, Set<String> off) {
    return new HarvestTypes(adapters, off);
  }

  public List<Offer> all() {
    return List.copyOf(offers.values());
  }

  public Optional<Offer> find(String type) {
    return Optional.ofNullable(((Map<String, Offer>) offers).get(type));
  }

  public boolean isStream(String type) {
    return find(type).filter(offer -> offer.type().isStream()).isPresent();
  }

  public Offer require(String type) {
    return find(type).orElseThrow(() -> CatalogException.invalid(
        "no harvests of type " + type + "; there are " + String.join(", ", offers.keySet())));
  }

  /** Who speaks to a platform. */
  public Optional<PlatformAdapter> platform(String platform) {
    return offers.values().stream().map(Offer::adapter).filter(adapter -> adapter.platform().equals(platform))
        .findFirst();
  }

  /** Refuses options that the type does not have or that have values of another kind. */
  static void check(HarvestType type, Map<String, JsonNode> options) {
    for (Map.Entry<String, JsonNode> given : options.entrySet()) {
      Option option = type.options().stream().filter(o -> o.name().equals(given.getKey())).findFirst()
          .orElseThrow(() -> CatalogException.invalid(type.name() + " has no option " + given.getKey()
              + "; it has " + type.options().stream().map(Option::name).toList()));
      JsonNode value = given.getValue();
      boolean fits = switch (option.kind()) {
        case FLAG -> value.isBoolean();
        case NUMBER -> value.isNumber();
        case TEXT -> value.isString();
        case LIST -> value.isArray();
      };
      if (!fits) {
        throw CatalogException.invalid("option " + option.name() + " of " + type.name() + " takes a "
            + option.kind().name().toLowerCase(Locale.ROOT) + ", not " + value);
      }
    }
  }
}
