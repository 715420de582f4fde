/**
 * The HTTP API as a table of endpoints, and the server that runs it. The OpenAPI document, the access rules and the routes all come from that table.
 */
@NullMarked
package io.nuthatch.app.http;

import org.jspecify.annotations.NullMarked;
