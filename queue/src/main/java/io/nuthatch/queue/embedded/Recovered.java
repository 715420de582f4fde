package io.nuthatch.queue.embedded;

import java.nio.file.Path;
import java.util.List;

/**
 * A queue's directory as it was found: the state, the segments yet to become pages, and a new one to write to.
 */
record Recovered(Path directory, Calendars calendars, List<Segment> segments, Segment active, long nextPage) {
}
