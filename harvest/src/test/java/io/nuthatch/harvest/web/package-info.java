/** Tests of the web as a platform, against servers that misbehave in every way the web knows. */
@NullMarked
package io.nuthatch.harvest.web;

import org.jspecify.annotations.NullMarked;
