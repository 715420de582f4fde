package io.nuthatch.harvest.catalog;

import java.util.UUID;

/** Ids as other programs know them: 32 hexadecimal digits, made up. */
final class HexId {

  private HexId() {
  }

  static String next() {
    return UUID.randomUUID().toString().replace("-", "");
  }
}
