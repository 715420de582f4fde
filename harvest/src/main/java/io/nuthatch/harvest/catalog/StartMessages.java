package io.nuthatch.harvest.catalog;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.nuthatch.database.Reading;
import io.nuthatch.harvest.HarvestType.Option;
import io.nuthatch.harvest.catalog.HarvestTypes.Offer;
import io.nuthatch.model.Json;
import io.nuthatch.model.message.HarvestStart;
import io.nuthatch.model.message.HarvestStop;
import io.nuthatch.model.message.Reference;
import io.nuthatch.model.message.RoutingKeys;
import io.nuthatch.queue.Message;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Makes the messages that start and stop harvests, as harvesters of others also understand them. */
final class StartMessages {

  /** What is not known is left out, not null. */
  private static final JsonMapper MAPPER = Json.MAPPER.rebuild()
      .changeDefaultPropertyInclusion(inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL)).build();
  private static final String WEB = "web";
  private static final String WEB_STOP = "harvest.stop.web";

  private final CredentialVault vault;
  private final Function<? super Collection, String> paths;
  private final RequesterSettings settings;

  StartMessages(CredentialVault vault, Function<? super Collection, String> paths, RequesterSettings settings) {
    this.vault = vault;
    this.paths = paths;
    this.settings = settings;
  }

  Message start(Reading reading, String harvestId, Collection collection, Offer offer, List<Seed> seeds, Instant now) {
    HarvestStart start = new HarvestStart(harvestId, null, collection.type(), paths.apply(collection),
        seeds.stream().map(Seed::reference).toList(), options(collection, offer),
        credentials(reading, collection, offer), new Reference(collection.setId()), new Reference(collection.id()));
    boolean priority = settings.priorityTypes().contains(collection.type())
        && collection.plan().schedule().timing().isWithin(settings.priorityWithin(), now);
    String key = collection.type().equals(WEB)
        ? RoutingKeys.WEB_START
        : RoutingKeys.start(offer.platform(), collection.type(), priority);
    return Message.of(key, MAPPER.writeValueAsBytes(start));
  }

  Message stop(Harvest harvest, Offer offer) {
    String key = harvest.type().equals(WEB) ? WEB_STOP : RoutingKeys.stop(offer.platform(), harvest.type());
    return Message.of(key, Json.writeBytes(new HarvestStop(harvest.id())));
  }

  /** All that the type has, at their standard where the collection does not say otherwise. */
  private static Map<String, JsonNode> options(Collection collection, Offer offer) {
    Map<String, JsonNode> options = new LinkedHashMap<>();
    for (Option option : offer.type().options()) {
      options.put(option.name(), option.standard());
    }
    options.putAll(collection.plan().options());
    return options;
  }

  private Map<String, String> credentials(Reading reading, Collection collection, Offer offer) {
    String id = collection.plan().credentialId();
    if (id == null) {
      return Map.of();
    }
    return settings.plainPlatforms().contains(offer.platform()) ? vault.open(reading, id) : Map.of("id", id);
  }
}
