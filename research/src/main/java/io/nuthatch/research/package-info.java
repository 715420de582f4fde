/**
 * Work on what was collected, handed out under leases. Archivists assign and record; researchers analyse.
 */
@NullMarked
package io.nuthatch.research;

import org.jspecify.annotations.NullMarked;
