package io.nuthatch.harvest.engine;

import io.nuthatch.harvest.HarvestException;
import io.nuthatch.harvest.SeedProblem;

/** The account a seed stands for is not to be had; other seeds go on. */
final class SeedFailed extends HarvestException {

  private static final long serialVersionUID = 1;

  private final SeedProblem problem;

  SeedFailed(SeedProblem problem, String message) {
    super(Kind.CALLER, message, null);
    this.problem = problem;
  }

  SeedProblem problem() {
    return problem;
  }
}
