/**
 * The bus as others see it: components of a Social Feed Manager on the same RabbitMQ, and a node whose broker goes away.
 * The components are processes in Python, so that nothing but the protocol is shared.
 */
@NullMarked
package io.nuthatch.app.bus;

import org.jspecify.annotations.NullMarked;
