package io.nuthatch.harvest.capture;

import io.nuthatch.harvest.HarvestException;
import org.jspecify.annotations.Nullable;

/** There is no answer to keep; the failure says why. */
public final class CaptureException extends HarvestException {

  private static final long serialVersionUID = 1;

  /** Why there is no answer. */
  public enum Failure {
    /** The call cannot be made as it is: its scheme, its host. */
    BAD_CALL(Kind.CALLER),
    UNKNOWN_HOST(Kind.TRANSIENT),
    /** The policy allows none of the host's addresses. */
    REFUSED_ADDRESS(Kind.CALLER),
    /** Nobody listens there, or no way leads there. */
    UNREACHABLE(Kind.TRANSIENT),
    /** No secure connection: a certificate that is not believed, a handshake that failed. */
    INSECURE(Kind.TRANSIENT),
    /** Too slow, before the head of the answer was there. */
    TIMEOUT(Kind.TRANSIENT),
    /** The connection ended before the head of the answer was there. */
    NO_ANSWER(Kind.TRANSIENT),
    /** What came is not HTTP. */
    BAD_ANSWER(Kind.BROKEN),
    /** The scope or the client was closed, or the thread interrupted. */
    ABORTED(Kind.TRANSIENT),
    /** This side failed: no place for the body. */
    LOCAL(Kind.FULL);

    private final Kind kind;

    Failure(Kind kind) {
      this.kind = kind;
    }
  }

  private final Failure failure;

  CaptureException(Failure failure, String message, @Nullable Throwable cause) {
    super(failure.kind, message, cause);
    this.failure = failure;
  }

  /** Of one who sees before a call that it must not be made. */
  public static CaptureException refusedAddress(String message) {
    return new CaptureException(Failure.REFUSED_ADDRESS, message, null);
  }

  public Failure failure() {
    return failure;
  }
}
