/**
 * The messages by which requesters, harvesters and exporters work together, as Social Feed Manager specified them: one
 * record a message, JSON in snake case. Fields that are not known are ignored, so that others may say more.
 */
@NullMarked
package io.nuthatch.model.message;

import org.jspecify.annotations.NullMarked;
