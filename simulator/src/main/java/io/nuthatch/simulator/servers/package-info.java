/**
 * Real servers for tests and benchmarks: PostgreSQL, a Redis Cluster and RabbitMQ as child processes on free loopback
 * ports in temporary directories. They end with the process that started them, however it ends.
 */
@NullMarked
package io.nuthatch.simulator.servers;

import org.jspecify.annotations.NullMarked;
