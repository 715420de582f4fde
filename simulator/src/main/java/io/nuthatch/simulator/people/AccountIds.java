package io.nuthatch.simulator.people;

/**
 * Account ids as the platforms show them: the account's number scattered over 32 bits, so that ids look unordered, many
 * do not fit a signed int, and each leads back to its number without a table.
 */
final class AccountIds {

  private static final long MASK = 0xFFFF_FFFFL;
  private static final long FACTOR = 0x9E37_79B1L;
  private static final long INVERSE = inverse(FACTOR);

  private AccountIds() {
  }

  static long id(int account) {
    return (account + 1L) * FACTOR & MASK;
  }

  /** The account's number, or −1 when no account can have this id. */
  static int account(long id) {
    if (id <= 0 || id > MASK) {
      return -1;
    }
    long account = (id * INVERSE & MASK) - 1;
    return account < Snowflake.MAX_ACCOUNTS ? (int) account : -1;
  }

  /** Newton's iteration for the inverse of an odd number modulo 2^32; each step doubles the correct bits. */
  private static long inverse(long odd) {
    long x = odd;
    for (int i = 0; i < 5; i++) {
      x = x * (2 - odd * x) & MASK;
    }
    return x;
  }
}
