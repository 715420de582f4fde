/**
 * How much may be asked of a platform under a credential, and whose turn it is. Learned from the platform's own words,
 * shared between nodes by the database, fair between collections.
 */
@NullMarked
package io.nuthatch.harvest.quota;

import org.jspecify.annotations.NullMarked;
