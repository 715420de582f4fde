package io.nuthatch.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Whether sealed files are still what they were: each is read and held against the SHA-1 it was sealed with. It says
 * nothing about what is inside; {@link Verification} does.
 */
public final class Fixity {

  /** A file and what it was sealed with. */
  public record Known(Path path, String sha1, long bytes) {
    public static Known of(SealedWarc warc) {
      return new Known(warc.path(), warc.sha1(), warc.bytes());
    }
  }

  /** How a file was found. */
  public enum State {
    UNCHANGED,
    CHANGED,
    MISSING,
    UNREADABLE
  }

  /** What was found of one file; {@code what} is for people. */
  public record Finding(Known file, State state, String what) {
  }

  /**
   * What was found of all.
   *
   * @param complete whether all were checked; otherwise the check was stopped
   * @param bad      all findings other than unchanged
   */
  public record Report(Instant began, Instant ended, long checked, long bytes, boolean complete, List<Finding> bad) {
  }

  private final InstantSource clock;

  public Fixity(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Checks file after file.
   *
   * @param each hears of every file when it was checked
   * @param stop asked before each file
   */
  public Report check(Iterator<Known> files, Consumer<Finding> each, BooleanSupplier stop) {
    Instant began = clock.instant();
    List<Finding> bad = new ArrayList<>();
    long checked = 0;
    long bytes = 0;
    boolean stopped = false;
    while (files.hasNext() && !stopped) {
      stopped = stop.getAsBoolean();
      if (!stopped) {
        Finding finding = check(files.next());
        checked++;
        bytes += finding.state == State.UNCHANGED ? finding.file.bytes : 0;
        if (finding.state != State.UNCHANGED) {
          bad.add(finding);
        }
        each.accept(finding);
      }
    }
    return new Report(began, clock.instant(), checked, bytes, !stopped, List.copyOf(bad));
  }

  private static Finding check(Known known) {
    try {
      if (!Files.exists(known.path)) {
        return new Finding(known, State.MISSING, known.path + " is not there");
      }
      long size = Files.size(known.path);
      if (size != known.bytes) {
        return new Finding(known, State.CHANGED,
            known.path + " has " + size + " bytes, but was sealed with " + known.bytes);
      }
      String sha1 = Verification.sha1(known.path);
      return sha1.equalsIgnoreCase(known.sha1)
          ? new Finding(known, State.UNCHANGED, "")
          : new Finding(known, State.CHANGED,
              known.path + " has the SHA-1 " + sha1 + ", but was sealed with " + known.sha1);
    } catch (IOException e) {
      return new Finding(known, State.UNREADABLE, known.path + " cannot be read: " + e);
    }
  }
}
