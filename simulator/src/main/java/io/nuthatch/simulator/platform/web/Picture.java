package io.nuthatch.simulator.platform.web;

/** A picture of coloured tiles, each 32 pixels wide and high. */
record Picture(int width, int height, long seed) {

  private static final int TILE = 32;

  /** The colour of a pixel: red, green and blue in the low 24 bits. */
  int rgb(int x, int y) {
    long mixed = (seed + (long) (x / TILE) * 0x9E37_79B9_7F4A_7C15L) ^ (long) (y / TILE) * 0xBF58_476D_1CE4_E5B9L;
    mixed = (mixed ^ mixed >>> 30) * 0x94D0_49BB_1331_11EBL;
    return (int) (mixed >>> 40);
  }
}
