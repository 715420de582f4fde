/** The archive in a node: rebuilding, takedown, fixity, and the commands on plain files. */
@NullMarked
package io.nuthatch.app.archive;

import org.jspecify.annotations.NullMarked;
