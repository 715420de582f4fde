package io.nuthatch.app.cli;

import io.nuthatch.app.api.ArchiveEndpoints.TakedownOrder;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Posts taken out of content and archive. */
@Command(name = "takedown", mixinStandardHelpOptions = true, description = {
    "Take posts out of content and archive, because law or a request demands it.",
    "Files that hold them are written anew with a note in their place."}, footer = {"", "Example:",
        "  nuthatch takedown 1852956606080870439 --reason 'erasure request 17' --requested-by 'the author'"})
public final class TakedownCommand implements Callable<Integer> {

  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private NodeOptions node;

  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private Following following;

  @Option(names = "--reason", required = true, description = "Why; kept in the archive.")
  @SuppressWarnings("NullAway.Init") // required
  private String reason;

  @Option(names = "--requested-by", paramLabel = "WHO", required = true, description = "Who asked for it; kept in the archive.")
  @SuppressWarnings("NullAway.Init") // required
  private String requestedBy;

  @Parameters(paramLabel = "POST", arity = "1..*", description = "Ids of posts.")
  @SuppressWarnings("NullAway.Init") // required
  private List<String> posts;

  @Override
  public Integer call() throws InterruptedException {
    try (ApiClient api = node.connect()) {
      return following.follow(api,
          api.post("/api/v1/archive/takedowns", new TakedownOrder(posts, reason, requestedBy)));
    }
  }
}
