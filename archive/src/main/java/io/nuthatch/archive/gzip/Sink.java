package io.nuthatch.archive.gzip;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Takes what was made, all of it at each call. */
@FunctionalInterface
public interface Sink {
  void write(ByteBuffer bytes) throws IOException;
}
