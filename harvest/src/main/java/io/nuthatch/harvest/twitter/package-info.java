/**
 * What the adapters of Twitter v1.1 and X v2 share: signatures, quota headers, accounts as seeds, walks by ids. Knows
 * neither of them.
 */
@NullMarked
package io.nuthatch.harvest.twitter;

import org.jspecify.annotations.NullMarked;
