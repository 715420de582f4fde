/**
 * A small web: pages, pictures, films and everything that makes the real web hard to fetch. What is served follows from
 * the address alone; nothing is stored but what tests put there.
 */
@NullMarked
package io.nuthatch.simulator.platform.web;

import org.jspecify.annotations.NullMarked;
