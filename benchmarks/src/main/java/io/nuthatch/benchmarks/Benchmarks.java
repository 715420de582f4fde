package io.nuthatch.benchmarks;

import io.nuthatch.benchmarks.archive.ArchiveBench;
import io.nuthatch.benchmarks.database.DatabaseBench;
import io.nuthatch.benchmarks.queue.QueueBench;
import java.io.PrintStream;
import java.util.List;

/** The program behind {@code ./dev bench NAME [--quick] [--json]}. */
public final class Benchmarks {

  private static final List<Bench> ALL = List.of(new DatabaseBench(), new QueueBench(), new ArchiveBench());

  private Benchmarks() {
  }

  public static void main(String[] arguments) throws Exception {
    System.exit(run(List.of(arguments), System.out, System.err));
  }

  /** The exit code: 0 when measured, 2 when the request was not understood. */
  static int run(List<String> arguments, PrintStream out, PrintStream errors) throws Exception {
    List<String> unknown = arguments.stream()
        .filter(argument -> argument.startsWith("-") && !List.of("--quick", "--json").contains(argument)).toList();
    List<String> names = arguments.stream().filter(argument -> !argument.startsWith("-")).toList();
    List<Bench> chosen = ALL.stream().filter(bench -> names.contains(bench.name())).toList();
    if (!unknown.isEmpty() || names.size() != 1 || chosen.size() != 1) {
      errors.println("usage: bench NAME [--quick] [--json], where NAME is one of");
      ALL.forEach(bench -> errors.printf("  %-12s %s%n", bench.name(), bench.summary()));
      return 2;
    }
    Report report = new Report(out, arguments.contains("--json"));
    chosen.getFirst().run(report, arguments.contains("--quick"));
    return 0;
  }
}
