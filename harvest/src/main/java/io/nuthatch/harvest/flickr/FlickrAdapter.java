package io.nuthatch.harvest.flickr;

import io.nuthatch.archive.items.Item;
import io.nuthatch.archive.items.ItemReader;
import io.nuthatch.archive.items.Lenient;
import io.nuthatch.archive.items.flickr.FlickrItems;
import io.nuthatch.harvest.Answer;
import io.nuthatch.harvest.ApiCall;
import io.nuthatch.harvest.CredentialField;
import io.nuthatch.harvest.HarvestException;
import io.nuthatch.harvest.HarvestType;
import io.nuthatch.harvest.HttpCall;
import io.nuthatch.harvest.Parameters;
import io.nuthatch.harvest.PlatformAdapter;
import io.nuthatch.harvest.QuotaReading;
import io.nuthatch.harvest.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Speaks Flickr's REST API with an application's key, which is all that public photos need. */
public final class FlickrAdapter implements PlatformAdapter {

  private static final String ITEMS = "flickr photos";
  private static final String KEY = "key";

  private final ItemReader items = new FlickrItems();
  private final List<HarvestType> types = List.of(
      new HarvestType("flickr_user", "Photos of people", ITEMS, Seeds.PEOPLE, Seeds.OPTIONS, new UserPhotos()),
      new HarvestType("flickr_photo", "Single photos", ITEMS, Seeds.PHOTOS, Seeds.OPTIONS, new SinglePhoto()));

  @Override
  public String platform() {
    return "flickr";
  }

  @Override
  public String defaultBaseUrl() {
    return "https://api.flickr.com/services/rest";
  }

  @Override
  public List<HarvestType> types() {
    return types;
  }

  @Override
  public List<CredentialField> credentialFields() {
    return List.of(new CredentialField(KEY, "Key", true), new CredentialField("secret", "Secret", false));
  }

  @Override
  public ItemReader items() {
    return items;
  }

  @Override
  public HttpCall sign(ApiCall call, Map<String, String> credential, String baseUrl, Instant now) {
    String key = credential.get(KEY);
    if (key == null || key.isEmpty()) {
      throw HarvestException.caller("the credential has no key; enter the application's key");
    }
    Parameters all = Parameters.of("api_key", key).and("format", "json").and("nojsoncallback", "1");
    call.parameters().forEach(all::and);
    return HttpCall.unsigned(ApiCall.get(call.path(), all.map(), call.family()), baseUrl)
        .hiding(credential.values());
  }

  @Override
  public Verdict judge(ApiCall call, Answer answer, Instant now) {
    return Verdicts.judge(call, answer, now);
  }

  /** Flickr does not say. */
  @Override
  public QuotaReading quota(ApiCall call, Answer answer, Instant now) {
    return QuotaReading.NONE;
  }

  /** The files of the sizes that are wanted, beside the links in descriptions. */
  @Override
  public List<String> resources(Item item, Map<String, JsonNode> options) {
    if (!item.type().equals(FlickrItems.SIZES)) {
      return PlatformAdapter.super.resources(item, options);
    }
    Set<String> wanted = Seeds.sizes(options);
    List<String> found = new ArrayList<>();
    for (JsonNode size : item.json().path("size")) {
      String label = Lenient.text(size, "label");
      String source = Lenient.text(size, "source");
      if (source != null && label != null && wanted.contains(label)) {
        found.add(source);
      }
    }
    return found;
  }
}
