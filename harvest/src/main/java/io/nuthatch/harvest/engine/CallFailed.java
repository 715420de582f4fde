package io.nuthatch.harvest.engine;

import io.nuthatch.harvest.HarvestException;

/** A call that did not come to a good answer, however often it was made. */
final class CallFailed extends HarvestException {

  private static final long serialVersionUID = 1;

  private final String code;
  private final boolean forAll;

  /** @param forAll the harvest as a whole is refused, not this call alone */
  CallFailed(String code, String message, boolean forAll) {
    super(Kind.TRANSIENT, message, null);
    this.code = code;
    this.forAll = forAll;
  }

  String code() {
    return code;
  }

  boolean isForAll() {
    return forAll;
  }
}
