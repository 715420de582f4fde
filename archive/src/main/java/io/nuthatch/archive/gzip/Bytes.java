package io.nuthatch.archive.gzip;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that are filled, used and filled again; the array is longer than what it holds. */
public final class Bytes {

  private byte[] array;
  private int length;

  public Bytes(int capacity) {
    array = new byte[capacity];
  }

  /** May be replaced by any call that adds. */
  public byte[] array() {
    return array;
  }

  public int length() {
    return length;
  }

  public Bytes clear() {
    length = 0;
    return this;
  }

  public void length(int newLength) {
    length = newLength;
  }

  /** Makes room for so many more. */
  public void room(int more) {
    if (more > array.length - length) {
      array = Arrays.copyOf(array, Math.max(2 * array.length, Math.addExact(length, more)));
    }
  }

  public void add(byte[] from, int offset, int count) {
    room(count);
    System.arraycopy(from, offset, array, length, count);
    length += count;
  }

  public void add(byte[] from) {
    add(from, 0, from.length);
  }

  /** In UTF-8. */
  public void add(String text) {
    room(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        add(text.substring(i).getBytes(StandardCharsets.UTF_8));
        return;
      }
      array[length++] = (byte) c;
    }
  }

  public void add(int oneByte) {
    room(1);
    array[length++] = (byte) oneByte;
  }

  public byte[] copy() {
    return Arrays.copyOf(array, length);
  }
}
