package io.nuthatch.archive;

import io.nuthatch.archive.gzip.Compression;

/**
 * How an archive is run.
 *
 * @param redaction what is a secret in every harvest; a harvest adds its own to each {@link OpenWarc}
 * @param software  name and version of the program, for the warcinfo
 * @param operator  who runs it, for the warcinfo; empty for nobody in particular
 * @param host      where it runs, for the warcinfo; empty to leave it out
 */
public record ArchiveSettings(Compression compression, Redaction redaction, String software, String operator,
    String host) {

  /** What was found best for records of a few kilobytes; docs/performance.md has the figures. */
  public static final int DEFAULT_LEVEL = 6;

  public static ArchiveSettings defaults() {
    return new ArchiveSettings(new Compression(Compression.By.FASTEST, DEFAULT_LEVEL), Redaction.standard(), "Nuthatch",
        "", "");
  }

  public ArchiveSettings withCompression(Compression other) {
    return new ArchiveSettings(other, redaction, software, operator, host);
  }

  public ArchiveSettings withRedaction(Redaction other) {
    return new ArchiveSettings(compression, other, software, operator, host);
  }

  public ArchiveSettings withSoftware(String name, String itsOperator, String itsHost) {
    return new ArchiveSettings(compression, redaction, name, itsOperator, itsHost);
  }
}
