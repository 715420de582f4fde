package io.nuthatch.simulator.platform;

import java.io.IOException;

/** The sending end of a stream. What is sent reaches the client's socket before the call returns. */
public interface StreamOutput {

  void send(byte[] bytes) throws IOException;

  /** Sends the header of the reply, which would otherwise wait for the first event, and a blank line. */
  void begin() throws IOException;

  /** False once the server is closing. */
  boolean isOpen();
}
