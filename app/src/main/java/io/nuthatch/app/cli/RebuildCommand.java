package io.nuthatch.app.cli;

import io.nuthatch.app.api.ArchiveEndpoints.RebuildOrder;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Content made anew. */
@Command(name = "rebuild", mixinStandardHelpOptions = true, description = {"Make content anew from the archive.",
    "What is there stays; what is missing comes back under the ids it had."}, footer = {"", "Examples:",
        "  nuthatch rebuild", "  nuthatch rebuild --fresh                forget all that was harvested first",
        "  nuthatch rebuild --collection ID"})
public final class RebuildCommand implements Callable<Integer> {

  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private NodeOptions node;

  @Mixin
  @SuppressWarnings("NullAway.Init") // set by picocli
  private Following following;

  @Option(names = "--fresh", description = "Forget what was harvested first. Local posts and takedowns stay.")
  private boolean fresh;

  @Option(names = "--collection", paramLabel = "ID", description = "From the files of this collection only.")
  @Nullable
  private String collection;

  @Override
  public Integer call() throws InterruptedException {
    try (ApiClient api = node.connect()) {
      return following.follow(api, api.post("/api/v1/archive/rebuild", new RebuildOrder(fresh, collection)));
    }
  }
}
