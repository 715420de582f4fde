/**
 * One Mastodon server with all accounts of the world on it: its REST API, and streams as server-sent events and over a
 * WebSocket. It federates with nobody.
 */
@NullMarked
package io.nuthatch.simulator.platform.mastodon;

import org.jspecify.annotations.NullMarked;
