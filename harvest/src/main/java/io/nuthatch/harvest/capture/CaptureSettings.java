package io.nuthatch.harvest.capture;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a client works.
 *
 * @param userAgent sent where a call does not say its own
 * @param limits for calls that bring none
 * @param memoryBytes the largest body kept in memory
 * @param spool where larger ones go while they are needed; a directory that is there
 * @param connectionsPerHost how many calls and streams to one host there may be at a time; more wait
 * @param trust whose certificates are believed instead of what Java believes: a PEM file, or null
 */
public record CaptureSettings(String userAgent, Limits limits, int memoryBytes, Path spool, int connectionsPerHost,
    @Nullable Path trust) {

  public static final int STANDARD_MEMORY = 4 << 20;

  public static CaptureSettings standard(String userAgent, Path spool) {
    return new CaptureSettings(userAgent, Limits.STANDARD, STANDARD_MEMORY, spool, 512, null);
  }

  public CaptureSettings withTrust(@Nullable Path pem) {
    return new CaptureSettings(userAgent, limits, memoryBytes, spool, connectionsPerHost, pem);
  }

  public CaptureSettings withLimits(Limits other) {
    return new CaptureSettings(userAgent, other, memoryBytes, spool, connectionsPerHost, trust);
  }
}
