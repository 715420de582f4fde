package io.nuthatch.model;

import java.time.Instant;

/**
 * One post of any platform as it was when it was captured. A repost is a post; what it shares is another. The
 * platform's own JSON is not here: it is in the archive.
 */
public record Post(PostName name, Author author, Instant createdAt, Wording wording, Relations relations,
    Attachments attachments, Counters counters) {
}
