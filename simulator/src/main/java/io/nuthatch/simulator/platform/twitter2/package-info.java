/**
 * X's API v2: posts, users, recent search and the filtered stream, with the fields and expansions a client asks for and
 * nothing else. Reading posts is billed.
 */
@NullMarked
package io.nuthatch.simulator.platform.twitter2;

import org.jspecify.annotations.NullMarked;
