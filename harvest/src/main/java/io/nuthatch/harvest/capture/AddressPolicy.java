package io.nuthatch.harvest.capture;

import java.net.InetAddress;

/**
 * Decides which addresses may be connected to. It is asked about every address a name resolves to, and connections go to
 * exactly the addresses it allowed: the name is not looked up a second time.
 */
@FunctionalInterface
public interface AddressPolicy {

  AddressPolicy ANY = (host, address) -> true;

  /** Whether it may be connected to; the host is as the URL spells it, without brackets. */
  boolean allows(String host, InetAddress address);
}
