/**
 * The program people start: it reads the settings, joins the modules, and serves the API, the console and the command line. The only module that knows both ends of any hand-over.
 */
@NullMarked
package io.nuthatch.app;

import org.jspecify.annotations.NullMarked;
