/** Tests of HTTP as evidence, against servers that say exactly what a test wants said, broken or not. */
@NullMarked
package io.nuthatch.harvest.capture;

import org.jspecify.annotations.NullMarked;
