package io.nuthatch.harvest.web;

import io.nuthatch.harvest.HarvestException;
import java.net.Inet4Address;
import java.net.InetAddress;

/** Addresses that begin alike: {@code 10.0.0.0/8}, {@code fc00::/7}. */
record Network(InetAddress first, int bits) {

  /** Of a network, or of a single address. */
  static Network of(String text) {
    int slash = text.indexOf('/');
    String address = (slash < 0 ? text : text.substring(0, slash)).strip();
    try {
      InetAddress first = InetAddress.ofLiteral(address);
      if (first instanceof Inet4Address && !first.getHostAddress().equals(address)) {
        throw new IllegalArgumentException("an IPv4 address has four numbers");
      }
      int most = first.getAddress().length * 8;
      int bits = slash < 0 ? most : Integer.parseInt(text.substring(slash + 1).strip());
      if (bits < 0 || bits > most) {
        throw new IllegalArgumentException("a prefix has 0 to " + most + " bits");
      }
      return new Network(first, bits);
    } catch (IllegalArgumentException e) {
      throw new HarvestException(HarvestException.Kind.CALLER,
          "'" + text + "' is no network; it is written like 10.0.0.0/8 or fc00::/7: " + e.getMessage(), e);
    }
  }

  boolean contains(InetAddress address) {
    return contains(address.getAddress());
  }

  boolean contains(byte[] address) {
    byte[] prefix = first.getAddress();
    if (address.length != prefix.length) {
      return false;
    }
    int whole = bits / 8;
    for (int i = 0; i < whole; i++) {
      if (address[i] != prefix[i]) {
        return false;
      }
    }
    int mask = 0xff00 >> bits % 8 & 0xff;
    return whole == address.length || ((address[whole] ^ prefix[whole]) & mask) == 0;
  }
}
