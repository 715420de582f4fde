/**
 * The archive at work in a node: content made anew from it, takedowns carried through it, its files checked in turn.
 * Joins the modules archive, feed and harvest, which do not know each other.
 */
@NullMarked
package io.nuthatch.app.archive;

import org.jspecify.annotations.NullMarked;
