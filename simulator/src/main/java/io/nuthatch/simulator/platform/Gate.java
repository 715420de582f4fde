package io.nuthatch.simulator.platform;

/** Decides who a caller is from what came with the call. */
public interface Gate {

  /** The outcome: someone, or a reason to turn the call away. */
  sealed interface Admission {

    record Admitted(Caller caller) implements Admission {
    }

    record Refused(Refusal refusal) implements Admission {
    }
  }

  Admission admit(Incoming incoming);
}
