package io.nuthatch.app.archive;

import io.nuthatch.archive.WarcRecord;
import io.nuthatch.model.Json;
import io.nuthatch.model.JsonException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which collection, harvest and seed a WARC came from: by its warcinfo, else by where it lies.
 *
 * @param seed the one seed of the harvest; null when there were several, since records do not tell theirs
 */
record WarcOrigin(String collection, String harvest, @Nullable String seed) {

  private static final Pattern DIRECTORY = Pattern.compile("(?:^|.*/)collection_set/[^/]+/([^/]+)/.*");
  private static final Pattern HARVEST = Pattern.compile("([^-]+)-.*");

  static WarcOrigin of(Path underRoot) {
    Matcher directory = DIRECTORY.matcher(underRoot.toString());
    Matcher harvest = HARVEST.matcher(String.valueOf(underRoot.getFileName()));
    return new WarcOrigin(directory.matches() ? directory.group(1) : "", harvest.matches() ? harvest.group(1) : "",
        null);
  }

  /** With what a warcinfo record says; a file that was written anew has one of its own before the original's. */
  WarcOrigin with(WarcRecord warcinfo) {
    String itsCollection = collection;
    String itsHarvest = harvest;
    Set<String> seeds = new HashSet<>();
    for (String line : text(warcinfo).lines().toList()) {
      int colon = line.indexOf(": ");
      String value = colon < 0 ? "" : line.substring(colon + 2);
      switch (colon < 0 ? "" : line.substring(0, colon)) {
        case "nuthatch-collection" -> itsCollection = value;
        case "nuthatch-harvest" -> itsHarvest = value;
        case "nuthatch-seed" -> seeds.add(seedId(value));
        default -> {
        }
      }
    }
    return new WarcOrigin(itsCollection, itsHarvest, seeds.size() == 1 ? seeds.iterator().next() : seed);
  }

  private static String seedId(String line) {
    try {
      return Json.tree(line).path("id").asString(line);
    } catch (JsonException e) {
      return line;
    }
  }

  private static String text(WarcRecord record) {
    try (InputStream block = record.block()) {
      return new String(block.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
