package io.nuthatch.benchmarks;

/**
 * One result: what the product and its rival reach in the same run, both in the same unit, where more is better. The
 * ratio is the median of the rounds' ratios, so that a bad moment of the machine, which both had, does not count.
 *
 * @param what a short name without spaces
 * @param target the ratio of product to rival that is promised
 * @param note what a reader of the figure should know; may be empty
 */
public record Figure(String what, Series product, Rival rival, String unit, double target, String note) {

  /** What the product is measured against. */
  public record Rival(String name, Series series) {
  }

  public double ratio() {
    return product.ratioTo(rival.series()).median();
  }
}
