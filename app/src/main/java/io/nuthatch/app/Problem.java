package io.nuthatch.app;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A request that is refused, with the reason in words for whoever made it. Over HTTP it is an RFC 9457 problem
 * document; the command line prints its detail.
 */
public final class Problem extends AppException {

  private static final long serialVersionUID = 1L;

  /** Why a request is refused, and the HTTP status that says so. */
  public enum Type {
    BAD_REQUEST(400, "Bad request"),
    NOT_SIGNED_IN(401, "Not signed in"),
    FORBIDDEN(403, "Not allowed"),
    NOT_FOUND(404, "Not found"),
    METHOD_NOT_ALLOWED(405, "Method not allowed"),
    CONFLICT(409, "Conflict"),
    TOO_LARGE(413, "Body too large"),
    UNSUPPORTED_MEDIA_TYPE(415, "Unsupported media type"),
    TOO_MANY(429, "Too many requests"),
    FAILED(500, "Internal error"),
    UNAVAILABLE(503, "Unavailable"),
    FULL(507, "Out of space");

    private final int status;
    private final String title;

    Type(int status, String title) {
      this.status = status;
      this.title = title;
    }

    public int status() {
      return status;
    }

    public String title() {
      return title;
    }
  }

  private final Type type;
  private final @Nullable Duration retryAfter;

  private Problem(Type type, String detail, @Nullable Throwable cause, @Nullable Duration retryAfter) {
    super(kind(type), detail, cause);
    this.type = type;
    this.retryAfter = retryAfter;
  }

  public static Problem of(Type type, String detail) {
    return new Problem(type, detail, null, null);
  }

  public static Problem of(Type type, String detail, Throwable cause) {
    return new Problem(type, detail, cause, null);
  }

  public static Problem bad(String detail) {
    return of(Type.BAD_REQUEST, detail);
  }

  public static Problem notFound(String what, String which) {
    return of(Type.NOT_FOUND, "there is no " + what + " '" + which + "'");
  }

  public static Problem conflict(String detail) {
    return of(Type.CONFLICT, detail);
  }

  public static Problem tooMany(String detail, Duration retryAfter) {
    return new Problem(Type.TOO_MANY, detail, null, retryAfter);
  }

  private static Kind kind(Type type) {
    return switch (type) {
      case FAILED -> Kind.BROKEN;
      case UNAVAILABLE, TOO_MANY -> Kind.TRANSIENT;
      case FULL -> Kind.FULL;
      default -> Kind.CALLER;
    };
  }

  public Type type() {
    return type;
  }

  public @Nullable Duration retryAfter() {
    return retryAfter;
  }
}
