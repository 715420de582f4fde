/**
 * The configuration: what can be set, where each value came from, and what is wrong with it. One file, the environment and the command line are read whole before anything starts.
 */
@NullMarked
package io.nuthatch.app.settings;

import org.jspecify.annotations.NullMarked;
