package io.nuthatch.harvest.capture;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one exchange. What arrives is collected as head until the head is known to be whole, then as body; what
 * was read beyond the end of the body is dropped when that end is known.
 */
final class Tape {

  private final ByteArrayOutputStream request = new ByteArrayOutputStream(512);
  private final Spool body;
  private final InstantSource clock;

  private byte[] arrived = new byte[1024];
  private int arrivedBytes;
  private @Nullable Instant at;
  private byte @Nullable [] head;
  private boolean keeping = true;

  Tape(Spool body, InstantSource clock) {
    this.body = body;
    this.clock = clock;
  }

  void sent(byte[] bytes, int from, int count) {
    request.write(bytes, from, count);
  }

  void received(byte[] bytes, int from, int count) throws IOException {
    if (at == null) {
      at = clock.instant();
    }
    if (!keeping) {
      return;
    }
    if (head != null) {
      body.append(bytes, from, count);
      return;
    }
    if (arrivedBytes + count > arrived.length) {
      arrived = Arrays.copyOf(arrived, Math.max(arrivedBytes + count, arrived.length * 2));
    }
    System.arraycopy(bytes, from, arrived, arrivedBytes, count);
    arrivedBytes += count;
  }

  boolean isBlank() {
    return at == null;
  }

  /**
   * A head has been read, and so many bytes after it.
   *
   * @param last whether it is the answer's and not an interim one, which is dropped
   */
  void headEnds(int bytesAfter, boolean last) throws IOException {
    int end = arrivedBytes - bytesAfter;
    if (!endsInEmptyLine(end)) {
      throw new ConnectionClosedException("the connection ended in the head of the answer");
    }
    if (last) {
      head = Arrays.copyOfRange(arrived, statusLine(end), end);
      body.append(arrived, end, bytesAfter);
      arrived = new byte[0];
    } else {
      System.arraycopy(arrived, end, arrived, 0, bytesAfter);
    }
    arrivedBytes = bytesAfter;
  }

  private boolean endsInEmptyLine(int end) {
    return end >= 2 && arrived[end - 1] == '\n'
        && (arrived[end - 2] == '\n' || (end >= 3 && arrived[end - 2] == '\r' && arrived[end - 3] == '\n'));
  }

  /** Some servers send an empty line or a remnant before the status line. */
  private int statusLine(int end) {
    for (int i = 0; i + 5 <= end; i++) {
      if ((i == 0 || arrived[i - 1] == '\n') && arrived[i] == 'H' && arrived[i + 1] == 'T' && arrived[i + 2] == 'T'
          && arrived[i + 3] == 'P' && arrived[i + 4] == '/') {
        return i;
      }
    }
    return 0;
  }

  /** Nothing more is kept, and no body that has been. */
  void stopKeeping() {
    keeping = false;
    body.cut(0);
  }

  byte[] request() {
    return request.toByteArray();
  }

  byte[] head() {
    return head == null ? new byte[0] : head;
  }

  Instant at() {
    return at == null ? clock.instant() : at;
  }

  Spool body() {
    return body;
  }
}
