package io.nuthatch.archive;

import io.nuthatch.archive.gzip.Bytes;
import java.nio.charset.StandardCharsets;

/** Numbers in as few bytes as they need, seven bits in each, the lowest first. Reading moves a cursor. */
final class Varints {

  private final byte[] bytes;
  private final int end;
  private int at;

  Varints(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
  }

  static void put(Bytes into, long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      into.add((int) (rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    into.add((int) rest);
  }

  /** Small whether above or below zero. */
  static void putSigned(Bytes into, long value) {
    put(into, value << 1 ^ value >> 63);
  }

  static void putText(Bytes into, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    put(into, utf8.length);
    into.add(utf8);
  }

  int one() {
    return bytes[at++];
  }

  long next() {
    byte b = bytes[at++];
    if (b >= 0) {
      return b;
    }
    long value = b & 0x7f;
    for (int shift = 7; shift < 64; shift += 7) {
      b = bytes[at++];
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw new ArrayIndexOutOfBoundsException("a number of more than 64 bits");
  }

  long signed() {
    long value = next();
    return value >>> 1 ^ -(value & 1);
  }

  String text() {
    int length = Math.toIntExact(next());
    String text = new String(bytes, at, length, StandardCharsets.UTF_8);
    at += length;
    return text;
  }

  void skip(int count) {
    at += count;
  }

  boolean atEnd() {
    return at >= end;
  }
}
