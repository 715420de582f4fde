package io.nuthatch.harvest.capture;

import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** An exchange that is over, with all that came of its body. */
final class KeptCapture extends TapedHeads implements Capture {

  private final @Nullable String truncated;

  KeptCapture(TapedHeads heads, @Nullable String truncated) {
    super(heads.call, heads.tape, heads.response, heads.peer());
    this.truncated = truncated;
  }

  @Override
  public long bodyLength() {
    return tape.body().length();
  }

  @Override
  public InputStream body() {
    return tape.body().open();
  }

  @Override
  public @Nullable String truncated() {
    return truncated;
  }

  @Override
  public void close() {
    tape.body().close();
  }
}
