package io.nuthatch.archive;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Where the content of a WARC comes from; it becomes the warcinfo record.
 *
 * @param harvestId   names the file, with anything but letters and digits as {@code _}
 * @param harvestType such as {@code twitter_search_2}
 * @param seeds       what was asked for, one line each
 * @param path        the collection's directory, absolute or from the archive's root; null for
 *                    {@code collection_set/<set>/<collection>}
 * @param fields      anything more to be said, by name
 */
public record Provenance(String harvestId, String harvestType, Belonging collection, List<String> seeds,
    @Nullable String path, SequencedMap<String, String> fields) {

  /** The collection and the set it is in, by their ids. */
  public record Belonging(String collectionSet, String collection) {
  }

  public Provenance {
    seeds = List.copyOf(seeds);
    fields = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(fields));
    if (harvestId.isBlank()) {
      throw ArchiveException.caller("a WARC needs the id of its harvest");
    }
  }

  public static Provenance of(String harvestId, String harvestType, String collectionSet, String collection) {
    return new Provenance(harvestId, harvestType, new Belonging(collectionSet, collection), List.of(), null,
        new LinkedHashMap<>());
  }

  public Provenance withSeeds(List<String> theSeeds) {
    return new Provenance(harvestId, harvestType, collection, theSeeds, path, fields);
  }

  /** As a harvest message gives it; it is checked when a file is made. */
  public Provenance withPath(@Nullable String directory) {
    return new Provenance(harvestId, harvestType, collection, seeds, directory, fields);
  }

  public Provenance withFields(Map<String, String> more) {
    SequencedMap<String, String> all = new LinkedHashMap<>(fields);
    all.putAll(more);
    return new Provenance(harvestId, harvestType, collection, seeds, path, all);
  }
}
