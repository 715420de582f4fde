package io.nuthatch.queue.embedded;

import io.nuthatch.queue.embedded.Page.Range;
import org.jspecify.annotations.Nullable;

/**
 * Reads the jobs of one calendar from a page, front to back, leaving out what is gone. A block whose checksum is wrong
 * is reported and left alone: its jobs are neither given nor removed, and the file stays.
 */
final class PageCursor extends Source {

  private final Page page;
  private final Range range;
  private final DamageLog damages;
  private int checked = -1;

  PageCursor(Page page, Range range, DamageLog damages) {
    this.page = page;
    this.range = range;
    this.damages = damages;
    this.ordinal = range.firstOrdinal();
    this.due = range.firstDue();
    this.sequence = range.firstSequence();
    this.offset = -1;
  }

  @Override
  Page container() {
    return page;
  }

  @Override
  boolean advance() {
    return read(offset < 0 ? ordinal : ordinal + 1);
  }

  /** The first key stands in the footer; the block itself is read when its time has come. */
  @Override
  boolean stale(LeaseTable leases) {
    return offset < 0 || page.isGone(ordinal) || leases.get(sequence) != null;
  }

  private boolean read(int from) {
    int next = from;
    while (next < range.endOrdinal()) {
      int block = next >>> Page.BLOCK_BITS;
      long present = ~page.goneWord(block) & (-1L << next);
      if (present == 0) {
        next = (block + 1) << Page.BLOCK_BITS;
        continue;
      }
      int found = (block << Page.BLOCK_BITS) + Long.numberOfTrailingZeros(present);
      if (found >= range.endOrdinal()) {
        break;
      }
      if (checked != block && !check(block)) {
        next = (block + 1) << Page.BLOCK_BITS;
        continue;
      }
      show(found);
      return true;
    }
    ordinal = range.endOrdinal();
    return false;
  }

  private boolean check(int block) {
    @Nullable
    String damage = page.damage(block);
    if (damage != null) {
      int end = Math.min((block + 1) << Page.BLOCK_BITS, range.endOrdinal());
      damages.add(page, block, page.live(block << Page.BLOCK_BITS, end), damage);
      return false;
    }
    checked = block;
    offset = -1;
    return true;
  }

  private void show(int found) {
    long at = offset;
    int steps = found - ordinal;
    if (at < 0 || steps < 0) {
      at = page.blockStart(found >>> Page.BLOCK_BITS);
      steps = found & (Page.BLOCK - 1);
    }
    for (; steps > 0; steps--) {
      at += Layout.length(page.memory, at);
    }
    ordinal = found;
    offset = at;
    due = Layout.due(page.memory, at);
    sequence = Layout.sequence(page.memory, at);
  }
}
