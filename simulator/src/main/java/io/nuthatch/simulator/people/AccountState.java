package io.nuthatch.simulator.people;

/** Whether the public can see an account and its posts. */
public enum AccountState {
  ACTIVE,
  /** The account is seen, its posts only by followers (which no caller is). */
  PROTECTED,
  /** Taken away by the platform; may come back with everything it had. */
  SUSPENDED,
  /** Closed by its owner. */
  CLOSED
}
