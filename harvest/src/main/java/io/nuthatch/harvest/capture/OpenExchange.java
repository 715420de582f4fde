package io.nuthatch.harvest.capture;

import io.nuthatch.harvest.capture.CaptureException.Failure;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hc.core5.http.HttpEntity;
import org.jspecify.annotations.Nullable;

/** An exchange whose answer has begun: the connection is still held, the body not read yet. */
final class OpenExchange extends TapedHeads implements StreamingCapture {

  private static final long READY_MEMORY = 256 << 10;

  private final Line line;

  OpenExchange(TapedHeads heads, Line line) {
    super(heads.call, heads.tape, heads.response, heads.peer());
    this.line = line;
  }

  @Override
  public InputStream body() {
    line.pending().setDeadline(Long.MAX_VALUE);
    tape.stopKeeping();
    try {
      HttpEntity entity = response.getEntity();
      InputStream content = entity == null ? InputStream.nullInputStream() : entity.getContent();
      return ContentCoding.decode(headers(), new FilterInputStream(content) {
        @Override
        public void close() {
          OpenExchange.this.close();
        }
      });
    } catch (IOException e) {
      throw Failures.noAnswer(e, uri(), line.pending().ending());
    }
  }

  @Override
  public Capture whole() {
    String truncated = null;
    boolean kept = false;
    try {
      truncated = drain();
      int beyond = line.connection().unread();
      if (truncated == null) {
        tape.body().cut(tape.body().length() - beyond);
        truncated = lastChunkIsCut() ? "disconnect" : null;
      } else {
        tape.body().cut(line.limits().bytes());
      }
      if (line.pending().ending() == PendingCall.Ending.ABORTED || Thread.currentThread().isInterrupted()) {
        throw new CaptureException(Failure.ABORTED, "the answer of " + Target.withoutQuery(uri())
            + " was not waited for", null);
      }
      line.end(truncated == null && beyond == 0);
      kept = true;
      return new KeptCapture(this, truncated);
    } catch (IOException e) {
      throw Failures.noAnswer(e, uri(), line.pending().ending());
    } finally {
      if (!kept) {
        line.end(false);
        tape.body().close();
      }
    }
  }

  private @Nullable String drain() throws Spool.SpoolException {
    HttpEntity entity = response.getEntity();
    if (entity == null) {
      return null;
    }
    try {
      tape.body().expect(Math.min(entity.getContentLength(), READY_MEMORY));
      InputStream content = entity.getContent();
      byte[] scratch = line.connection().scratch();
      while (content.read(scratch, 0, scratch.length) >= 0) {
        if (tape.body().length() - line.connection().unread() > line.limits().bytes()) {
          return "length";
        }
      }
      return null;
    } catch (Spool.SpoolException e) {
      throw e;
    } catch (IOException e) {
      return Failures.truncation(e, line.pending().ending());
    }
  }

  /** The connection may end within the line that says how long the next chunk is, and what is there look like zero. */
  private boolean lastChunkIsCut() throws IOException {
    HttpEntity entity = response.getEntity();
    return entity != null && entity.isChunked() && !tape.body().endsInLineFeed();
  }

  @Override
  public void close() {
    line.pending().end(PendingCall.Ending.ABORTED);
    line.end(false);
  }
}
