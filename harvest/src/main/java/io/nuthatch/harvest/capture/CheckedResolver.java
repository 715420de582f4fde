package io.nuthatch.harvest.capture;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.apache.hc.client5.http.DnsResolver;

/** Looks names up and leaves out what the policy does not allow; the connection is made to what is left. */
final class CheckedResolver implements DnsResolver {

  /** All addresses of a host were left out. */
  static final class RefusedException extends UnknownHostException {

    private static final long serialVersionUID = 1;

    RefusedException(String host, InetAddress[] addresses) {
      super("none of the addresses of " + host + " may be connected to: " + Arrays.toString(addresses));
    }
  }

  private final DnsResolver names;
  private final AddressPolicy policy;

  CheckedResolver(DnsResolver names, AddressPolicy policy) {
    this.names = names;
    this.policy = policy;
  }

  @Override
  public InetAddress[] resolve(String host) throws UnknownHostException {
    InetAddress[] all = names.resolve(host);
    InetAddress[] allowed = Arrays.stream(all).filter(address -> policy.allows(host, address))
        .toArray(InetAddress[]::new);
    if (all.length > 0 && allowed.length == 0) {
      throw new RefusedException(host, all);
    }
    return allowed;
  }

  @Override
  public String resolveCanonicalHostname(String host) {
    return host;
  }
}
