/**
 * A running node: its roles, its health, its figures, and the events it tells of. The assembly that joins the modules stands one package above.
 */
@NullMarked
package io.nuthatch.app.node;

import org.jspecify.annotations.NullMarked;
