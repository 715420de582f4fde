package io.nuthatch.harvest.capture;

import java.io.InputStream;

/**
 * An answer that is still arriving: its head is there, its body is read as it comes and may never end. Either
 * {@link #body} or {@link #whole} is called, once.
 */
public interface StreamingCapture extends Heads, AutoCloseable {

  /**
   * The bytes without chunks and compression, as soon as they arrive; they are not kept. A read that waits longer than
   * the limits allow throws SocketTimeoutException; one that {@link #close} ends throws an IOException.
   */
  InputStream body();

  /** Reads the rest within the limits, as an answer that is no stream after all: a refusal, an error. This is closed by it. */
  Capture whole();

  /** Ends the connection at once, whoever is reading from it. */
  @Override
  void close();
}
