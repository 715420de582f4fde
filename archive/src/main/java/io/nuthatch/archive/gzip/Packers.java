package io.nuthatch.archive.gzip;

import java.util.ArrayDeque;

/**
 * The packers of one archive: lent for the time of one record, so that there are as many as records are written at the
 * same moment, however many files are open. All are freed when the archive is closed; one still lent, when it returns.
 */
public final class Packers implements AutoCloseable {

  /** A piece of work with a packer. */
  @FunctionalInterface
  public interface Work<T, E extends Exception> {
    T with(Packer packer) throws E;
  }

  private final Compression compression;
  private final ArrayDeque<Packer> idle = new ArrayDeque<>();
  private boolean closed;

  public Packers(Compression compression) {
    this.compression = compression;
  }

  public <T, E extends Exception> T lend(Work<T, E> work) throws E {
    Packer packer = take();
    try {
      return work.with(packer);
    } finally {
      give(packer);
    }
  }

  private Packer take() {
    synchronized (idle) {
      if (!idle.isEmpty()) {
        return idle.pop();
      }
    }
    return new Packer(compression);
  }

  private void give(Packer packer) {
    packer.rest();
    synchronized (idle) {
      if (!closed) {
        idle.push(packer);
        return;
      }
    }
    packer.close();
  }

  @Override
  public void close() {
    synchronized (idle) {
      closed = true;
      idle.forEach(Packer::close);
      idle.clear();
    }
  }
}
