/**
 * Who may do what: operators, tokens, sessions, secrets at rest, and the audit of every change. Nothing secret is stored in the clear.
 */
@NullMarked
package io.nuthatch.app.security;

import org.jspecify.annotations.NullMarked;
