package io.nuthatch.app.settings;

import java.net.InetAddress;
import java.util.Optional;

/** An address with the number of its leading bits that count: one host, or a network. */
public record Network(InetAddress address, int bits) {

  /** Reads {@code 10.1.2.3}, {@code 10.0.0.0/8}, {@code ::1} or {@code fd00::/8}; never asks a name server. */
  public static Optional<Network> parse(String text) {
    int slash = text.indexOf('/');
    String host = slash < 0 ? text : text.substring(0, slash);
    if (!host.matches("[0-9]+(\\.[0-9]+){3}|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*")) {
      return Optional.empty();
    }
    try {
      InetAddress address = InetAddress.ofLiteral(host);
      int all = address.getAddress().length * 8;
      int bits = slash < 0 ? all : Integer.parseInt(text.substring(slash + 1));
      return bits < 0 || bits > all ? Optional.empty() : Optional.of(new Network(address, bits));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  public boolean contains(InetAddress other) {
    byte[] a = address.getAddress();
    byte[] b = other.getAddress();
    if (a.length != b.length) {
      return false;
    }
    for (int bit = 0; bit < bits; bit++) {
      int mask = 0x80 >> (bit & 7);
      if (((a[bit >> 3] ^ b[bit >> 3]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }
}
