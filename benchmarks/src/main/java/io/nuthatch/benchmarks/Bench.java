package io.nuthatch.benchmarks;

/** A measurement of the product side by side with its rivals, in one run. */
public interface Bench {

  /** How it is called on the command line. */
  String name();

  /** One line that says what is measured against what. */
  String summary();

  /** Measures and reports; with {@code quick}, less of it, for a rough figure. */
  void run(Report report, boolean quick) throws Exception;
}
