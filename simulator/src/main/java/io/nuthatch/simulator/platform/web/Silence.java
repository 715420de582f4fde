package io.nuthatch.simulator.platform.web;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** An MP3 that can be played and in which nothing is heard: 128 kbit/s, 44.1 kHz, frames without data. */
final class Silence {

  private static final int FRAME_BYTES = 417;
  private static final int FRAME_HEADER = 0xFFFB_9064;
  private static final int TAG_BYTES = 10 + 10 + 17;

  private Silence() {
  }

  /** @param mark what tells this silence from others of the same length, in its title */
  static byte[] encode(int length, long mark) {
    int frames = Math.max(1, (length - TAG_BYTES) / FRAME_BYTES);
    ByteBuffer out = ByteBuffer.allocate(TAG_BYTES + frames * FRAME_BYTES);
    out.put("ID3".getBytes(StandardCharsets.US_ASCII)).put(new byte[]{3, 0, 0, 0, 0, 0, TAG_BYTES - 10});
    out.put("TIT2".getBytes(StandardCharsets.US_ASCII)).putInt(17).putShort((short) 0).put((byte) 0);
    out.put("%016x".formatted(mark).getBytes(StandardCharsets.US_ASCII));
    for (int i = 0; i < frames; i++) {
      out.putInt(TAG_BYTES + i * FRAME_BYTES, FRAME_HEADER);
    }
    return out.array();
  }
}
