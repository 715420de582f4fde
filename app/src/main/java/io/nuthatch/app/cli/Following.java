package io.nuthatch.app.cli;

import io.nuthatch.model.Json;
import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** How a command that starts long work on the archive waits for it. */
final class Following {

  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  @Option(names = "--no-wait", description = "Come back at once; the work goes on in the node that runs.")
  boolean noWait;

  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // set by picocli
  private CommandSpec spec;

  /** Follows a task to its end; 0 when it was done. */
  int follow(ApiClient api, JsonNode asked) throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    JsonNode task = asked;
    String said = "";
    while (!noWait && task.path("finished_at").isNull()) {
      String line = line(task);
      if (!json && !line.equals(said)) {
        out.println(line);
        out.flush();
        said = line;
      }
      TimeUnit.MILLISECONDS.sleep(200);
      task = api.get("/api/v1/archive/tasks/" + task.path("id").asLong());
    }
    out.println(json ? Json.pretty(task) : line(task));
    out.flush();
    return task.path("state").asString("").equals("failed") ? 1 : 0;
  }

  private static String line(JsonNode task) {
    return "task " + task.path("id").asLong() + " " + task.path("kind").asString("") + " "
        + task.path("state").asString("") + (task.path("report").isEmpty() ? "" : " " + task.path("report"));
  }
}
