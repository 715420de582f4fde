package io.nuthatch.simulator.platform.web;

import java.util.List;

/**
 * Addresses that a careful client does not fetch, whoever sends it there: this machine, the networks around it, and the
 * service that hands out a cloud machine's secrets, in all the spellings that resolvers take.
 */
public final class Traps {

  /** Hosts that are this machine. */
  public static final List<String> LOOPBACK = List.of("127.0.0.1", "127.1", "2130706433", "0x7f000001", "017700000001",
      "0177.0.0.1", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "[0:0:0:0:0:ffff:7f00:1]", "localhost");

  /** Hosts that are near this machine, if they are at all. */
  public static final List<String> NEARBY = List.of("169.254.169.254", "2852039166", "10.0.0.1", "172.16.0.1",
      "192.168.0.1", "100.64.0.1", "[fe80::1]", "[fd00::1]", "[::ffff:169.254.169.254]");

  /** On this machine, what a client finds that falls for a trap; the journal then has this path. */
  public static final String SPRUNG = Web.PREFIX + "/trap.example.com/sprung";

  private Traps() {
  }

  /** Where the n-th trap leads: first those on this machine, on the port of the simulator, then those nearby. */
  static String target(int n, String port) {
    int nearby = n - LOOPBACK.size();
    return nearby < 0
        ? "http://" + LOOPBACK.get(n) + port + SPRUNG
        : "http://" + NEARBY.get(nearby) + "/latest/meta-data/";
  }

  static int count() {
    return LOOPBACK.size() + NEARBY.size();
  }
}
