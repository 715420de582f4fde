package io.nuthatch.archive;

/** Everything is in the array from the start. */
final class MemoryWindow extends Window {

  MemoryWindow(byte[] bytes, int end) {
    super(bytes, end);
  }

  @Override
  long left() {
    return (long) end - at;
  }

  @Override
  int fill(byte[] into, int from, int room) {
    return -1;
  }

  @Override
  boolean more() {
    return false;
  }
}
