package io.nuthatch.feed.content;

import java.time.Instant;

/** A name an account went by, and the times between which posts were seen under it, to the day. */
public record Handle(String handle, Instant first, Instant last) {
}
