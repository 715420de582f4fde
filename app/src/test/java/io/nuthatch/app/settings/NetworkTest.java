package io.nuthatch.app.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkTest {

  @ParameterizedTest
  @CsvSource({"10.0.0.0/8,10.255.1.2,true", "10.0.0.0/8,11.0.0.1,false", "192.168.1.7,192.168.1.7,true",
      "192.168.1.7,192.168.1.8,false", "fd00::/8,fdab::1,true", "fd00::/8,fe80::1,false", "0.0.0.0/0,8.8.8.8,true",
      "0.0.0.0/0,::1,false", "172.16.0.0/12,172.31.255.255,true", "172.16.0.0/12,172.32.0.0,false"})
  void network_containsItsAddresses(String network, String address, boolean contained) {
    assertThat(Network.parse(network).orElseThrow().contains(InetAddress.ofLiteral(address))).isEqualTo(contained);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "example.org", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "10.0.0.256", "::1/129", "1"})
  void nonsense_isNoNetwork(String text) {
    assertThat(Network.parse(text)).isEmpty();
  }

  @Test
  void name_isNeverLookedUp() {
    assertThat(Network.parse("localhost")).isEmpty();
  }
}
