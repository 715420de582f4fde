package io.nuthatch.harvest.capture;

import io.nuthatch.harvest.capture.CaptureException.Failure;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.TruncatedChunkException;
import org.jspecify.annotations.Nullable;

/** What exceptions of the network mean. */
final class Failures {

  private Failures() {
  }

  /** Of an exchange that did not come to an answer. */
  static CaptureException noAnswer(Exception e, URI uri, PendingCall.@Nullable Ending ending) {
    Failure failure = failure(e, ending);
    String detail = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return new CaptureException(failure, "no answer from " + Target.withoutQuery(uri) + " (" + words(failure) + "): "
        + detail, e);
  }

  private static Failure failure(Exception e, PendingCall.@Nullable Ending ending) {
    if (ending == PendingCall.Ending.ABORTED || Thread.currentThread().isInterrupted()) {
      return Failure.ABORTED;
    }
    if (ending == PendingCall.Ending.TIME) {
      return Failure.TIMEOUT;
    }
    return switch (e) {
      case CheckedResolver.RefusedException refused -> Failure.REFUSED_ADDRESS;
      case UnknownHostException unknown -> Failure.UNKNOWN_HOST;
      case InterruptedIOException slow -> Failure.TIMEOUT;
      case ConnectException closed -> Failure.UNREACHABLE;
      case NoRouteToHostException noRoute -> Failure.UNREACHABLE;
      case SSLException insecure -> Failure.INSECURE;
      case Spool.SpoolException full -> Failure.LOCAL;
      case MessageConstraintException tooMuch -> Failure.BAD_ANSWER;
      case HttpException notHttp -> Failure.BAD_ANSWER;
      default -> Failure.NO_ANSWER;
    };
  }

  private static String words(Failure failure) {
    return switch (failure) {
      case BAD_CALL -> "bad call";
      case UNKNOWN_HOST -> "unknown host";
      case REFUSED_ADDRESS -> "address not allowed";
      case UNREACHABLE -> "not reachable";
      case INSECURE -> "no secure connection";
      case TIMEOUT -> "too slow";
      case NO_ANSWER -> "connection ended";
      case BAD_ANSWER -> "not HTTP";
      case ABORTED -> "aborted";
      case LOCAL -> "no room here";
    };
  }

  /** Why a body that had begun is not whole, as WARC-Truncated says it. */
  static String truncation(IOException e, PendingCall.@Nullable Ending ending) {
    if (ending == PendingCall.Ending.TIME || e instanceof SocketTimeoutException) {
      return "time";
    }
    return e instanceof MalformedChunkCodingException && !(e instanceof TruncatedChunkException)
        ? "unspecified"
        : "disconnect";
  }
}
