/**
 * The people who post: accounts, who follows whom, what they write and when, and how the numbers on it grow. All of it
 * is computed from a seed when it is asked for, so that a hundred million posts take no memory.
 */
@NullMarked
package io.nuthatch.simulator.people;

import org.jspecify.annotations.NullMarked;
