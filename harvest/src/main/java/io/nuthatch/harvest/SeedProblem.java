package io.nuthatch.harvest;

/** What can be wrong with the account a seed stands for. In codes: {@code token_not_found}, {@code uid_suspended}. */
public enum SeedProblem {
  NOT_FOUND,
  UNAUTHORIZED,
  SUSPENDED
}
