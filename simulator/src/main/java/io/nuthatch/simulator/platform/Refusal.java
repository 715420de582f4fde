package io.nuthatch.simulator.platform;

/** Why the frame turns a call away before a platform's own endpoint sees it. */
public enum Refusal {
  NO_SUCH_PATH,
  WRONG_METHOD,
  /** Nothing that could identify a caller came with the call. */
  NO_CREDENTIALS,
  /** An unknown key, a wrong signature, or a nonce used before. */
  WRONG_CREDENTIALS,
  /** The signature is older or newer than the platform's clock allows. */
  WRONG_TIME,
  REVOKED,
  /** A user's signature where an application's token is wanted, or the other way round. */
  WRONG_CONTEXT,
  RATE_LIMITED,
  /** The platform itself failed. */
  BROKEN
}
