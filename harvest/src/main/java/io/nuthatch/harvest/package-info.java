/**
 * Collections and their seeds, and the adapters that capture them from platforms. Hands captured posts on as messages; does not know who reads them.
 */
@NullMarked
package io.nuthatch.harvest;

import org.jspecify.annotations.NullMarked;
