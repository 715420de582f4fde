package io.nuthatch.harvest;

import io.nuthatch.archive.items.Item;
import io.nuthatch.archive.items.ItemReader;
import io.nuthatch.model.Post;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * Speaks to one platform. It knows how calls are written and signed, what answers mean, what may be harvested and how;
 * it is told when to call, and everything else (capture, quota, retries, evidence, progress, stopping) is done for it.
 *
 * <p>An adapter keeps no state and may be used by any number of threads. To add a platform is to write one of these, a
 * flow for each type, and an {@link ItemReader}.
 */
public interface PlatformAdapter {

  /** The name in routing keys and settings: {@code platforms.<name>.base-url}. */
  String platform();

  /** Where the platform is unless settings say otherwise. */
  String defaultBaseUrl();

  List<HarvestType> types();

  /** What a credential of this platform consists of; none where no credential is needed. */
  List<CredentialField> credentialFields();

  ItemReader items();

  /** The call as it goes out under a credential, whose values it may contain; they are kept out of the archive. */
  HttpCall sign(ApiCall call, Map<String, String> credential, String baseUrl, Instant now);

  /** What an answer means. Reads the head first; the body may be anything. */
  Verdict judge(ApiCall call, Answer answer, Instant now);

  /**
   * The URLs in an item that the web should be asked for as well, by the options of the harvest: links if
   * {@code web_resources} is on, images and films if {@code media} is.
   */
  default List<String> resources(Item item, Map<String, JsonNode> options) {
    boolean links = options.getOrDefault("web_resources", MissingNode.getInstance()).asBoolean(false);
    boolean media = options.getOrDefault("media", MissingNode.getInstance()).asBoolean(false);
    if (!links && !media) {
      return List.of();
    }
    Set<String> found = new LinkedHashSet<>();
    for (Post post : items().posts(item)) {
      if (links) {
        found.addAll(post.attachments().links());
      }
      if (media) {
        post.attachments().media().forEach(one -> found.add(one.url()));
      }
    }
    return List.copyOf(found);
  }

  /** What the platform says in an answer about how much more may be asked; {@link QuotaReading#NONE} if nothing. */
  QuotaReading quota(ApiCall call, Answer answer, Instant now);
}
