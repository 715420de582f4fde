package io.nuthatch.simulator.platform;

import java.io.IOException;

/** The sending end of a stream. What is sent reaches the client's socket before the call returns. */
public interface StreamOutput {

  void send(byte[] bytes) throws IOException;

  /** False once the server is closing. */
  boolean isOpen();
}
