/**
 * The query language that search, stream rules and tracked words share: words, phrases, operators, and how they are put
 * together. Knows posts, but nothing of any platform's wire.
 */
@NullMarked
package io.nuthatch.simulator.query;

import org.jspecify.annotations.NullMarked;
