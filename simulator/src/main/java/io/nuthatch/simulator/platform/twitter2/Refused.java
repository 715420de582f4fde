package io.nuthatch.simulator.platform.twitter2;

import io.nuthatch.simulator.platform.Reply;

/** Ends the work on a call with a refusal, from wherever it is found out. Never leaves this package. */
final class Refused extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Reply reply;

  Refused(Reply reply) {
    super(null, null, false, false);
    this.reply = reply;
  }

  Reply reply() {
    return reply;
  }
}
