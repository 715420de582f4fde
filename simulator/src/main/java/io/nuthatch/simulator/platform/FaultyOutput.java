package io.nuthatch.simulator.platform;

import io.helidon.webserver.CloseConnectionException;
import io.nuthatch.simulator.faults.Fault;
import io.nuthatch.simulator.faults.Mischief;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;

/** A body on its way out, cut short or slowed down as faults demand. Everything sent is flushed. */
final class FaultyOutput implements AutoCloseable {

  private static final int DRIPS_PER_SECOND = 20;

  private final OutputStream out;
  private final long cutAfter;
  private final int drip;
  private final boolean dripping;
  private long sent;

  FaultyOutput(OutputStream out, Mischief mischief, long length) {
    this.out = out;
    cutAfter = mischief.find(Fault.Drop.class)
        .map(drop -> Math.min(drop.afterBytes(), length - 1))
        .orElse(Long.MAX_VALUE);
    int perSecond = mischief.find(Fault.SlowDrip.class).map(Fault.SlowDrip::bytesPerSecond).orElse(Integer.MAX_VALUE);
    drip = Math.max(1, perSecond / DRIPS_PER_SECOND);
    dripping = mischief.has(Fault.SlowDrip.class);
  }

  void send(byte[] bytes) throws IOException {
    int next = 0;
    while (next < bytes.length) {
      int length = (int) Math.min(Math.min(bytes.length - next, drip), cutAfter - sent);
      out.write(bytes, next, length);
      out.flush();
      next += length;
      sent += length;
      if (sent >= cutAfter) {
        throw new CloseConnectionException("cut by a fault after " + sent + " bytes");
      }
      if (dripping) {
        pause();
      }
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  private static void pause() throws IOException {
    try {
      TimeUnit.MILLISECONDS.sleep(1000 / DRIPS_PER_SECOND);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted while dripping").initCause(e);
    }
  }
}
