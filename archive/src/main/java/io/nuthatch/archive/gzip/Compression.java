package io.nuthatch.archive.gzip;

import org.jspecify.annotations.Nullable;

/**
 * By what gzip members are made and opened, and how hard it tries. Every choice makes files that any reader of gzip
 * takes; they differ in speed only.
 *
 * @param level from 1, fast, to 9, small; records of a few kilobytes are always made at 1, where that costs no space
 */
public record Compression(By by, int level) {

  /** Who does it. */
  public enum By {
    /** libdeflate where the system has it, the JDK otherwise. */
    FASTEST,
    /** The JDK. */
    JDK,
    /** libdeflate, and an error where the system does not have it. */
    LIBDEFLATE
  }

  public Compression {
    if (level < 1 || level > 9) {
      throw new IllegalArgumentException("a compression level is between 1 and 9, not " + level);
    }
    if (by == By.LIBDEFLATE && Libdeflate.loaded() == null) {
      throw new IllegalArgumentException("libdeflate is not on this system; install the package libdeflate0, or choose"
          + " " + By.FASTEST);
    }
  }

  public static boolean libdeflateIsThere() {
    return Libdeflate.loaded() != null;
  }

  /** For what is small. */
  Compression quick() {
    return new Compression(by, 1);
  }

  /** To be closed by the one who asked. */
  public Codec codec() {
    Libdeflate library = Libdeflate.loaded();
    return by == By.JDK || library == null ? new JdkCodec(level) : new LibdeflateCodec(library, level);
  }

  /** What will be used, for logs and provenance. */
  public String name() {
    @Nullable
    Libdeflate library = Libdeflate.loaded();
    return (by == By.JDK || library == null ? "jdk" : "libdeflate") + " level " + level;
  }
}
