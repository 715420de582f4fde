package io.nuthatch.benchmarks.archive;

import io.nuthatch.benchmarks.Bench;
import io.nuthatch.benchmarks.Report;

/** Writing, reading and indexing of WARC files. */
public final class ArchiveBench implements Bench {

  @Override
  public String name() {
    return "archive";
  }

  @Override
  public String summary() {
    return "WARC records of 4 KB written, read and indexed, against jwarc used plainly, per CPU second";
  }

  @Override
  public void run(Report report, boolean quick) throws Exception {
    new RecordRates(quick).run(report);
  }
}
