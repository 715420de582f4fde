package io.nuthatch.feed.content;

/** Where a post is in a WARC: the first and the last record that holds it, which are the same as a rule. */
public record EvidenceSpan(long first, long last) {

  long offset(boolean wantsFirst) {
    return wantsFirst ? first : last;
  }

  public EvidenceSpan including(long offset) {
    return new EvidenceSpan(Math.min(first, offset), Math.max(last, offset));
  }
}
