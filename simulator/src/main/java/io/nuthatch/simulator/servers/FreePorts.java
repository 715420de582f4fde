package io.nuthatch.simulator.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Loopback ports for servers that must be told theirs. They lie below those the system gives to outgoing connections,
 * so that none of these takes a port between its choice and its use, and one is given once per process.
 */
final class FreePorts {

  private static final int FIRST = 15_000;
  private static final int LAST = 32_000;
  private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

  private FreePorts() {
  }

  static int next() {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
      if (free(port) && GIVEN.add(port)) {
        return port;
      }
    }
  }

  static boolean free(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
