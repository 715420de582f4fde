package io.nuthatch.feed.content;

import io.nuthatch.database.Transaction;
import io.nuthatch.model.Json;
import io.nuthatch.queue.Message;
import io.nuthatch.queue.Outbox;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Changes as messages that leave with them: {@code content.created}, {@code content.joined}, {@code content.edited},
 * {@code content.removed}, one for each change of a page.
 */
public final class OutboxChanges implements ChangeSink {

  /** A message's body; ids as text, since programs read JSON numbers as decimals. */
  public record Body(List<String> posts, @Nullable String collection) {
  }

  private final Outbox outbox;

  public OutboxChanges(Outbox outbox) {
    this.outbox = outbox;
  }

  public static String routingKey(ContentChange.Kind kind) {
    return "content." + kind.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public void announce(Transaction transaction, List<ContentChange> changes) {
    outbox.add(transaction, changes.stream()
        .map(change -> Message.of(routingKey(change.kind()), Json.write(
            new Body(change.posts().stream().map(String::valueOf).toList(), change.collection()))))
        .toList());
  }
}
