/**
 * The endpoints of the HTTP API, one class for each kind of thing. They check what they are given and hand on to the module that does the work.
 */
@NullMarked
package io.nuthatch.app.api;

import org.jspecify.annotations.NullMarked;
