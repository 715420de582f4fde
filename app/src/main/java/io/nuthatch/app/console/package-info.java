/**
 * The pages people see in a browser. They use what the API uses and nothing else.
 */
@NullMarked
package io.nuthatch.app.console;

import org.jspecify.annotations.NullMarked;
