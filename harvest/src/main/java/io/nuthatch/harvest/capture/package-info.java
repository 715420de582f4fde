/**
 * HTTP as evidence: a client that keeps every byte of an exchange as it went over the wire. Knows nothing of platforms
 * or archives.
 */
@NullMarked
package io.nuthatch.harvest.capture;

import org.jspecify.annotations.NullMarked;
