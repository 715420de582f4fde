package io.nuthatch.harvest.web;

import io.nuthatch.harvest.capture.AddressPolicy;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Allows addresses of the public internet, and networks that were named: nothing of this machine, of the networks around
 * it, of those that reach an inner address through an outer one, or that are nobody's.
 */
public final class PublicAddresses implements AddressPolicy {

  /*
   * IPv4: the registry of special-purpose addresses (RFC 6890 and its updates), multicast and what is reserved.
   * IPv6: only what is handed out for global use (2000::/3), without the parts of it that are special or carry an IPv4
   * address inside (Teredo, 6to4). NAT64's well-known prefix stands for the IPv4 address at its end and is judged by
   * that; its local-use prefix is local.
   */

  private static final List<Network> SPECIAL_4 = networks("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8",
      "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16",
      "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3");

  private static final Network GLOBAL_6 = Network.of("2000::/3");
  private static final List<Network> SPECIAL_6 = networks("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20");
  private static final Network NAT64 = Network.of("64:ff9b::/96");
  private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0xff, (byte) 0xff};

  private final List<Network> allowed;

  private PublicAddresses(List<Network> allowed) {
    this.allowed = allowed;
  }

  /** These networks beside the public ones; each as {@code 10.1.0.0/16} or {@code ::1}. */
  public static PublicAddresses and(List<String> networks) {
    return new PublicAddresses(networks.stream().map(Network::of).toList());
  }

  private static List<Network> networks(String... texts) {
    return Stream.of(texts).map(Network::of).toList();
  }

  @Override
  public boolean allows(String host, InetAddress address) {
    byte[] bytes = address.getAddress();
    return allows(bytes.length == 16 && Arrays.equals(bytes, 0, 12, MAPPED, 0, 12) ? tail(bytes) : bytes);
  }

  private boolean allows(byte[] address) {
    if (allowed.stream().anyMatch(network -> network.contains(address))) {
      return true;
    }
    if (address.length == 4) {
      return SPECIAL_4.stream().noneMatch(network -> network.contains(address));
    }
    if (NAT64.contains(address)) {
      return allows(tail(address));
    }
    return GLOBAL_6.contains(address) && SPECIAL_6.stream().noneMatch(network -> network.contains(address));
  }

  private static byte[] tail(byte[] address) {
    return Arrays.copyOfRange(address, 12, 16);
  }
}
