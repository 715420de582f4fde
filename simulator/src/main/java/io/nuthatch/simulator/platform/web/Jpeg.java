package io.nuthatch.simulator.platform.web;

import java.io.ByteArrayOutputStream;

/** Writes a picture as baseline JPEG in which every block of 8 × 8 pixels has one colour. */
final class Jpeg {

  /*
   * Blocks. A block of one colour has a DC coefficient and no other. Its value is eight times the colour's distance from
   * 128; the quantisation table has eights only, so what is coded is the distance itself. Each block is coded as the
   * difference to the one before: its number of bits by a Huffman code, the bits, and one zero bit that says that all
   * other coefficients are zero. (ITU-T T.81, sections F.1.2 and K.3.)
   */

  private static final int BLOCK = 8;
  private static final byte[] HEAD = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, (byte) 0xE0, 0, 16, 'J', 'F', 'I', 'F', 0,
      1,
      1, 0, 0, 1, 0, 1, 0, 0};
  /** How many codes there are of each length, and the codes for differences of 0 to 11 bits that follow from it. */
  private static final byte[] CODES_BY_LENGTH = {0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0};
  private static final int[] CODES = {0b00, 0b010, 0b011, 0b100, 0b101, 0b110, 0b1110, 0b11110, 0b111110, 0b1111110,
      0b11111110, 0b111111110};
  private static final int[] CODE_LENGTHS = {2, 3, 3, 3, 3, 3, 4, 5, 6, 7, 8, 9};

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private int pending;
  private int pendingBits;

  private Jpeg() {
  }

  static byte[] encode(Picture picture) {
    Jpeg jpeg = new Jpeg();
    jpeg.tables(picture);
    jpeg.blocks(picture);
    jpeg.put(0xFF, 0xD9);
    return jpeg.out.toByteArray();
  }

  private void tables(Picture picture) {
    out.writeBytes(HEAD);
    put(0xFF, 0xDB, 0, 67, 0);
    for (int i = 0; i < BLOCK * BLOCK; i++) {
      put(8);
    }
    put(0xFF, 0xC0, 0, 17, 8, picture.height() >> 8, picture.height(), picture.width() >> 8, picture.width(), 3);
    put(1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0);
    put(0xFF, 0xC4, 0, 31, 0);
    out.writeBytes(CODES_BY_LENGTH);
    for (int bits = 0; bits < CODES.length; bits++) {
      put(bits);
    }
    put(0xFF, 0xC4, 0, 20, 0x10, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    put(0xFF, 0xDA, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0);
  }

  private void blocks(Picture picture) {
    int[] before = new int[3];
    for (int y = 0; y < picture.height(); y += BLOCK) {
      for (int x = 0; x < picture.width(); x += BLOCK) {
        int rgb = picture.rgb(x, y);
        int red = rgb >> 16 & 255;
        int green = rgb >> 8 & 255;
        int blue = rgb & 255;
        int[] colour = {(299 * red + 587 * green + 114 * blue) / 1000 - 128,
            (-169 * red - 331 * green + 500 * blue) / 1000, (500 * red - 419 * green - 81 * blue) / 1000};
        for (int i = 0; i < colour.length; i++) {
          difference(colour[i] - before[i]);
          before[i] = colour[i];
        }
      }
    }
    // The last byte is filled up with ones.
    bits((1 << 7) - 1, 7);
  }

  private void difference(int value) {
    int length = Integer.SIZE - Integer.numberOfLeadingZeros(Math.abs(value));
    bits(CODES[length], CODE_LENGTHS[length]);
    bits((value < 0 ? value - 1 : value) & (1 << length) - 1, length);
    bits(0, 1);
  }

  private void bits(int value, int count) {
    pending = pending << count | value;
    pendingBits += count;
    while (pendingBits >= 8) {
      pendingBits -= 8;
      int next = pending >> pendingBits & 255;
      put(next);
      if (next == 0xFF) {
        put(0);
      }
    }
  }

  private void put(int... bytes) {
    for (int next : bytes) {
      out.write(next);
    }
  }
}
