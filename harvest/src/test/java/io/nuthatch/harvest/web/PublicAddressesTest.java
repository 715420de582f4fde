package io.nuthatch.harvest.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.harvest.HarvestException;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PublicAddressesTest {

  private static boolean allows(PublicAddresses policy, String address) {
    return policy.allows("any.example", InetAddress.ofLiteral(address));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.0.1",
      "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.168.1.1", "198.18.0.1", "198.19.255.255",
      "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:10.0.0.1", "::7f00:1", "fe80::1",
      "fec0::1", "fc00::1", "fdff::1", "ff02::1", "64:ff9b::10.0.0.1", "64:ff9b:1::1", "2002:a00:1::", "2001::1",
      "2001:db8::1", "100::1", "5f00::1"})
  void specialAddress_isRefused(String address) {
    assertThat(allows(PublicAddresses.and(List.of()), address)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.1.1.1", "100.63.255.255", "100.128.0.0", "172.15.0.1", "172.32.0.1", "192.167.1.1",
      "223.255.255.255", "2606:4700::1111", "2a00::1", "64:ff9b::8.8.8.8", "::ffff:8.8.8.8"})
  void publicAddress_isAllowed(String address) {
    assertThat(allows(PublicAddresses.and(List.of()), address)).isTrue();
  }

  @Test
  void namedNetworks_areAllowedToo_andNoOthers() {
    PublicAddresses policy = PublicAddresses.and(List.of("10.1.0.0/17", "::1", "fd00::/8"));
    assertThat(List.of("10.1.0.1", "10.1.127.255", "::1", "fd12::1", "64:ff9b::10.1.0.1"))
        .allMatch(address -> allows(policy, address));
    assertThat(List.of("10.1.128.0", "10.0.0.1", "127.0.0.1", "fc00::1")).noneMatch(address -> allows(policy, address));
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "10.0.0.0/33", "10.0.0.0/x", "fc00::/129", "", "10.0.0/8"})
  void nonsense_isNoNetwork(String text) {
    assertThatThrownBy(() -> PublicAddresses.and(List.of(text))).isInstanceOf(HarvestException.class)
        .hasMessageContaining(text);
  }
}
