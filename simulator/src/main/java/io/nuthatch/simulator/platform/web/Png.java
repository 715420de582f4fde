package io.nuthatch.simulator.platform.web;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;

/** Writes a picture as PNG: 8 bits a colour, no filter, no interlace. */
final class Png {

  private static final long SIGNATURE = 0x8950_4E47_0D0A_1A0AL;

  private Png() {
  }

  static byte[] encode(Picture picture) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeLong(SIGNATURE);
      chunk(out, "IHDR", ByteBuffer.allocate(13)
          .putInt(picture.width())
          .putInt(picture.height())
          .put(new byte[]{8, 2, 0, 0, 0})
          .array());
      chunk(out, "IDAT", pixels(picture));
      chunk(out, "IEND", new byte[0]);
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail to be written", e);
    }
    return bytes.toByteArray();
  }

  private static byte[] pixels(Picture picture) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DeflaterOutputStream(bytes)) {
      byte[] row = new byte[1 + 3 * picture.width()];
      for (int y = 0; y < picture.height(); y++) {
        for (int x = 0; x < picture.width(); x++) {
          int rgb = picture.rgb(x, y);
          row[3 * x + 1] = (byte) (rgb >> 16);
          row[3 * x + 2] = (byte) (rgb >> 8);
          row[3 * x + 3] = (byte) rgb;
        }
        out.write(row);
      }
    }
    return bytes.toByteArray();
  }

  private static void chunk(DataOutputStream out, String type, byte[] data) throws IOException {
    byte[] name = type.getBytes(StandardCharsets.US_ASCII);
    CRC32 crc = new CRC32();
    crc.update(name);
    crc.update(data);
    out.writeInt(data.length);
    out.write(name);
    out.write(data);
    out.writeInt((int) crc.getValue());
  }
}
