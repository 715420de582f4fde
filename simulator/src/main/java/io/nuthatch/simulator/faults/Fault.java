package io.nuthatch.simulator.faults;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.nuthatch.simulator.SimulatorException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One way in which an exchange goes wrong. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({@JsonSubTypes.Type(value = Fault.Latency.class, name = "latency"),
    @JsonSubTypes.Type(value = Fault.Failure.class, name = "failure"),
    @JsonSubTypes.Type(value = Fault.Drop.class, name = "drop"),
    @JsonSubTypes.Type(value = Fault.TruncatedGzip.class, name = "truncated_gzip"),
    @JsonSubTypes.Type(value = Fault.WrongJson.class, name = "wrong_json"),
    @JsonSubTypes.Type(value = Fault.TooMany.class, name = "too_many"),
    @JsonSubTypes.Type(value = Fault.LyingQuota.class, name = "lying_quota"),
    @JsonSubTypes.Type(value = Fault.WrongLength.class, name = "wrong_length"),
    @JsonSubTypes.Type(value = Fault.ClockSkew.class, name = "clock_skew"),
    @JsonSubTypes.Type(value = Fault.SlowDrip.class, name = "slow_drip"),
    @JsonSubTypes.Type(value = Fault.Muddle.class, name = "muddle"),
    @JsonSubTypes.Type(value = Fault.Silence.class, name = "silence")})
public sealed interface Fault {

  /** The platform takes its time before it answers. */
  record Latency(Duration delay) implements Fault {
  }

  /** The platform answers with a 5xx and a page for people instead of doing anything. */
  record Failure(int status) implements Fault {

    public Failure {
      if (status < 500 || status > 599) {
        throw SimulatorException.callers("a failure has a status from 500 to 599, not " + status);
      }
    }
  }

  /** The connection is cut after so many bytes of the body, at the latest before its end. */
  record Drop(int afterBytes) implements Fault {
  }

  /** The body is compressed, and ends in the middle of it, while all headers say it is complete. */
  record TruncatedGzip() implements Fault {
  }

  /** The body is not the JSON it should be. */
  record WrongJson(Damage damage) implements Fault {

    public enum Damage {
      /** Ends in the middle. */
      CUT,
      /** An HTML page with status 200. */
      HTML,
      /** Numbers where text should be and the other way round. */
      TYPES
    }
  }

  /** The call is refused as one too many, whatever is left of the quota; with Retry-After, or without a hint. */
  record TooMany(@Nullable Integer retryAfterSeconds) implements Fault {

    public Map<String, String> headers() {
      return retryAfterSeconds == null ? Map.of() : Map.of("Retry-After", retryAfterSeconds.toString());
    }
  }

  /** The quota's headers are not true. */
  record LyingQuota(Lie lie) implements Fault {

    public enum Lie {
      /** The call is refused for lack of quota, while the headers promise ten more. */
      REFUSED_DESPITE_REMAINING,
      /** The window is said to have ended a minute ago. */
      RESET_IN_THE_PAST
    }
  }

  /** Content-Length is off by so many bytes. When it promises too much, the connection is closed at the end. */
  record WrongLength(int delta) implements Fault {
  }

  /** The platform's idea of the time, in Date and in the quota's reset, is off by this much. */
  record ClockSkew(Duration by) implements Fault {
  }

  /** The body trickles. */
  record SlowDrip(int bytesPerSecond) implements Fault {

    public SlowDrip {
      if (bytesPerSecond < 1) {
        throw SimulatorException.callers("a drip has at least one byte a second, not " + bytesPerSecond);
      }
    }
  }

  /** A look-up of several posts answers not quite what was asked. */
  record Muddle(Disorder disorder) implements Fault {

    public enum Disorder {
      /** Every third one is missing. */
      SUBSET,
      /** Every third one comes twice. */
      DUPLICATES,
      /** In reverse order. */
      REVERSED
    }
  }

  /** A stream says nothing more, not even that it is alive, and stays open. */
  record Silence() implements Fault {
  }
}
