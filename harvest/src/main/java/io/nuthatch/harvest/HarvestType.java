package io.nuthatch.harvest;

import io.nuthatch.model.message.SeedReference;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;

/**
 * One kind of harvest that a platform offers.
 *
 * @param name in messages: {@code twitter_user_timeline}
 * @param itemLabel what is counted, plural and in lower case: {@code tweets}
 * @param flow how it runs
 */
public record HarvestType(String name, String label, String itemLabel, SeedRule seeds, List<Option> options,
    Flow flow) {

  public HarvestType {
    options = List.copyOf(options);
  }

  public boolean isStream() {
    return flow instanceof StreamFlow;
  }

  /** How many seeds a harvest of this type needs, and what one may be. {@code check} makes it proper or says what is wrong. */
  public record SeedRule(int least, int most, String hint, Function<SeedReference, SeedCheck> check) {

    /** A rule by a function that makes a seed proper, or throws a {@link HarvestException} that says what to do. */
    public static SeedRule of(int least, int most, String hint, UnaryOperator<SeedReference> proper) {
      return new SeedRule(least, most, hint, seed -> {
        try {
          return new SeedCheck(proper.apply(seed), null);
        } catch (HarvestException e) {
          return new SeedCheck(null, e.getMessage());
        }
      });
    }
  }

  /** A seed as it should be, or what is wrong with it. */
  public record SeedCheck(@Nullable SeedReference seed, @Nullable String problem) {
  }

  /** A choice that a collection of this type has. */
  public record Option(String name, String label, OptionKind kind, JsonNode standard) {

    /** These mean the same on every platform. */
    public static final Option INCREMENTAL = flag("incremental", "Only what is new", true);
    public static final Option WEB_RESOURCES = flag("web_resources", "Fetch linked pages", false);
    public static final Option MEDIA = flag("media", "Fetch images and films", false);
    public static final Option DEACTIVATE_NOT_FOUND = flag("deactivate_not_found_seeds",
        "Deactivate seeds that are not found", false);
    public static final Option DEACTIVATE_SUSPENDED = flag("deactivate_suspended_seeds",
        "Deactivate seeds that are suspended", false);
    public static final Option DEACTIVATE_UNAUTHORIZED = flag("deactivate_unauthorized_seeds",
        "Deactivate seeds that are protected", false);

    public static Option flag(String name, String label, boolean standard) {
      return new Option(name, label, OptionKind.FLAG, BooleanNode.valueOf(standard));
    }
  }

  public enum OptionKind {
    FLAG,
    NUMBER,
    TEXT,
    LIST
  }

  /**
   * How a type of harvest runs; the one that fits is implemented by the adapter.
   */
  public sealed interface Flow permits RestFlow, StreamFlow, FetchFlow {
  }

  /** What a harvest will ask of the platform. */
  public record Cost(Map<String, Long> callsByFamily, Duration atLeast) {

    /** So many calls of a family of which the platform lets one make so many within a window. */
    public static Cost of(String family, long calls, long limit, Duration window) {
      return new Cost(Map.of(family, calls), window.multipliedBy((calls - 1) / limit));
    }

    /** Both together; families wait side by side. */
    public Cost and(Cost other) {
      Map<String, Long> calls = new TreeMap<>(callsByFamily);
      other.callsByFamily.forEach((family, more) -> calls.merge(family, more, Long::sum));
      return new Cost(calls, atLeast.compareTo(other.atLeast) > 0 ? atLeast : other.atLeast);
    }
  }
}
