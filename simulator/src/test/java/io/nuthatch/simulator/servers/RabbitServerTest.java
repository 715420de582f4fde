package io.nuthatch.simulator.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class RabbitServerTest {

  @Test
  void killedServer_comesBackWithItsData() throws IOException {
    try (RabbitServer server = RabbitServer.start()) {
      server.control("add_user", "kept", "secret");
      assertThat(speaksAmqp(server)).isTrue();
      server.kill();
      server.restart();
      assertThat(speaksAmqp(server)).isTrue();
      assertThat(server.control("list_users")).contains("kept");
      server.restart();
      assertThat(speaksAmqp(server)).isTrue();
    }
  }

  private static boolean speaksAmqp(RabbitServer server) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(5_000);
      socket.getOutputStream().write("AMQP\0\0\t\1".getBytes(StandardCharsets.ISO_8859_1));
      return socket.getInputStream().read() == 1;
    }
  }
}
