package io.nuthatch.archive;

import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Counts the entries of an index and its different accounts, at eight bytes for each account. */
final class ItemTally {

  private long entries;
  private long dateless;
  private @Nullable Instant first;
  private @Nullable Instant last;
  private long upTo;
  /** Hashes of accounts, 0 where free; at most half of it is used. */
  private long[] accounts = new long[64];
  private int distinct;

  static ItemTally of(ItemIndex index) {
    ItemTally tally = new ItemTally();
    index.read(ItemFilter.all(), tally::add);
    tally.upTo = index.indexedUpTo();
    return tally;
  }

  void add(ItemEntry entry) {
    entries++;
    Instant date = entry.date();
    if (date == null) {
      dateless++;
    } else {
      first = first == null || date.isBefore(first) ? date : first;
      last = last == null || date.isAfter(last) ? date : last;
    }
    account(ItemFooter.hash(entry.account()));
  }

  void upTo(long offset) {
    upTo = offset;
  }

  private void account(long hash) {
    long key = hash == 0 ? 1 : hash;
    int at = (int) (key & accounts.length - 1);
    while (accounts[at] != 0) {
      if (accounts[at] == key) {
        return;
      }
      at = at + 1 & accounts.length - 1;
    }
    accounts[at] = key;
    if (++distinct * 2 > accounts.length) {
      long[] old = accounts;
      accounts = new long[2 * old.length];
      distinct = 0;
      Arrays.stream(old).filter(each -> each != 0).forEach(this::account);
    }
  }

  ItemSummary summary() {
    return new ItemSummary(entries, dateless, millis(first), millis(last), distinct, upTo);
  }

  private static @Nullable Instant millis(@Nullable Instant date) {
    return date == null ? null : Instant.ofEpochMilli(date.toEpochMilli());
  }

  ItemFooter footer() {
    long[] bloom = ItemFooter.bloomFor(distinct);
    Arrays.stream(accounts).filter(each -> each != 0).forEach(each -> ItemFooter.add(bloom, each));
    return new ItemFooter(summary(), bloom);
  }
}
