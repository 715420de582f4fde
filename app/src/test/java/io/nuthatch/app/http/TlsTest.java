package io.nuthatch.app.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nuthatch.app.AppException;
import io.nuthatch.app.Nuthatch;
import io.nuthatch.app.TestNode;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {

  @TempDir
  private Path directory;

  @BeforeEach
  void makeCertificate() throws Exception {
    Path store = directory.resolve("store.p12");
    Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
        "-genkeypair", "-alias", "n", "-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=archive.example.org",
        "-validity", "2", "-storetype", "PKCS12", "-keystore", store.toString(), "-storepass", "changeit")
        .redirectErrorStream(true).start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(keytool.waitFor()).as(said).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, "changeit".toCharArray());
    }
    pem("chain.pem", "CERTIFICATE", keys.getCertificate("n").getEncoded());
    pem("key.pem", "PRIVATE KEY", keys.getKey("n", "changeit".toCharArray()).getEncoded());
  }

  private void pem(String name, String type, byte[] bytes) throws Exception {
    String body = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(bytes);
    Files.writeString(directory.resolve(name),
        "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n");
  }

  private TestNode start(String certificate, String key) {
    return TestNode.start(directory.resolve("data"), "http.tls.certificate", directory.resolve(certificate).toString(),
        "http.tls.key", directory.resolve(key).toString());
  }

  @Test
  void certificate_turnsTlsOnAndTheCommandLineTrustsIt() {
    try (TestNode node = start("chain.pem", "key.pem")) {
      assertThat(node.url()).startsWith("https://");
      StringWriter out = new StringWriter();
      int code = Nuthatch.commandLine().setOut(new PrintWriter(out)).execute("status", "--data",
          directory.resolve("data").toString());
      assertThat(code).isZero();
      assertThat(out.toString()).contains("ready");
    }
  }

  @Test
  void wrongFiles_areSaid() {
    assertThatThrownBy(() -> start("key.pem", "chain.pem")).isInstanceOf(AppException.class)
        .hasMessageContaining("in PEM");
  }
}
