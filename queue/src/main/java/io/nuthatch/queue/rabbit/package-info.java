/**
 * The bus for several nodes, on RabbitMQ. Exchange, routing keys and bodies are those of a Social Feed Manager, so that
 * its components and ours can work together.
 */
@NullMarked
package io.nuthatch.queue.rabbit;

import org.jspecify.annotations.NullMarked;
