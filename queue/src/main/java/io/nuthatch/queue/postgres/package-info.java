/**
 * The job queue for several nodes: tables of the PostgreSQL they share. Jobs are handed out by {@code SKIP LOCKED},
 * idle workers are woken by notifications.
 */
@NullMarked
package io.nuthatch.queue.postgres;

import org.jspecify.annotations.NullMarked;
