package io.nuthatch.harvest.catalog;

import org.jspecify.annotations.Nullable;

/** By whom a change is made and why; and the harvest that caused it, if one did. */
public record Edit(Viewer by, String note, @Nullable String harvestId) {

  private static final int LONGEST_NOTE = 10_000;

  public Edit {
    note = note.strip();
    if (note.length() > LONGEST_NOTE) {
      throw CatalogException.invalid("a note has at most " + LONGEST_NOTE + " characters, not " + note.length());
    }
  }

  public static Edit by(Viewer viewer) {
    return new Edit(viewer, "", null);
  }

  public static Edit by(Viewer viewer, String note) {
    return new Edit(viewer, note, null);
  }

  static Edit byHarvest(String harvestId, String note) {
    return new Edit(Viewer.NODE, note, harvestId);
  }
}
