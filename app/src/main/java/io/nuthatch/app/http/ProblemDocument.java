package io.nuthatch.app.http;

import io.helidon.http.RequestException;
import io.nuthatch.app.Problem;
import io.nuthatch.model.Json;
import io.nuthatch.model.NuthatchException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** Failures as RFC 9457 problem documents. A fault of ours is logged in full and told in brief. */
public final class ProblemDocument {

  private static final Logger LOG = LoggerFactory.getLogger(ProblemDocument.class);

  private ProblemDocument() {
  }

  static Answer of(Throwable failure) {
    return of(asProblem(failure));
  }

  static Answer of(Problem problem) {
    return of(problem.type().status(), problem.type(), String.valueOf(problem.getMessage()), problem.retryAfter());
  }

  static Answer of(int status, Problem.Type type, String detail, @Nullable Duration retryAfter) {
    ObjectNode document = Json.object();
    document.put("type", "about:blank");
    document.put("title", type.title());
    document.put("status", status);
    document.put("detail", detail);
    Answer answer = new Answer(status, "application/problem+json", Json.writeBytes(document), List.of(), null);
    if (type == Problem.Type.NOT_SIGNED_IN) {
      answer = answer.with("WWW-Authenticate", "Bearer");
    }
    return retryAfter == null ? answer : answer.with("Retry-After", Long.toString(retryAfter.toSeconds() + 1));
  }

  /** The problem a failure is, seen from outside. */
  public static Problem asProblem(Throwable failure) {
    if (failure instanceof Problem problem) {
      return problem;
    }
    if (failure instanceof NuthatchException known) {
      Problem.Type type = switch (known.kind()) {
        case CALLER -> Problem.Type.BAD_REQUEST;
        case TRANSIENT -> Problem.Type.UNAVAILABLE;
        case BROKEN -> Problem.Type.FAILED;
        case FULL -> Problem.Type.FULL;
      };
      String detail = switch (type) {
        case UNAVAILABLE -> "a backend of this node does not answer now; try again in a moment";
        case FULL -> "this node has no space left to write; nothing of the request happened";
        case FAILED -> "what was asked for is damaged here; the node's log has the details";
        default -> String.valueOf(known.getMessage());
      };
      if (known.kind() != NuthatchException.Kind.CALLER) {
        LOG.warn("a request failed: {}", known.toString(), known);
      }
      return Problem.of(type, detail, known);
    }
    if (failure instanceof RequestException refused && refused.status().code() == 413) {
      return Problem.of(Problem.Type.TOO_LARGE, "the body is far too large", failure);
    }
    LOG.error("a request failed unexpectedly", failure);
    return Problem.of(Problem.Type.FAILED, "something went wrong here; the node's log has the details", failure);
  }
}
