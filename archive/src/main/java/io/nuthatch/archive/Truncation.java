package io.nuthatch.archive;

import java.util.Locale;

/** Why a body is not all there, in the words of the WARC standard. */
public enum Truncation {
  /** It was longer than allowed. */
  LENGTH,
  /** It took longer than allowed. */
  TIME,
  /** The connection ended before it did. */
  DISCONNECT,
  /** Something else. */
  UNSPECIFIED;

  String field() {
    return name().toLowerCase(Locale.ROOT);
  }
}
