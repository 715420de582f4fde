package io.nuthatch.harvest.capture;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate for a name or address, made by the JDK's own tool, and what believes in it. */
public record SelfSigned(Path keys, Path pem) {

  private static final String PASSWORD = "for-tests";

  /** The name is as a certificate has it: {@code ip:127.0.0.1}, {@code dns:localhost}. */
  public static SelfSigned create(Path directory, String name) throws Exception {
    Path keys = directory.resolve("keys.p12");
    Path pem = directory.resolve("certificate.pem");
    run(List.of("-genkeypair", "-keystore", keys.toString(), "-storepass", PASSWORD, "-alias", "it", "-keyalg", "EC",
        "-dname", "CN=test", "-ext", "san=" + name, "-validity", "2"));
    Files.writeString(pem, "-----BEGIN CERTIFICATE-----\n"
        + Base64.getMimeEncoder().encodeToString(store(keys).getCertificate("it").getEncoded())
        + "\n-----END CERTIFICATE-----\n");
    return new SelfSigned(keys, pem);
  }

  private static void run(List<String> arguments) throws IOException, InterruptedException {
    ProcessBuilder tool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    tool.command().addAll(arguments);
    Process process = tool.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("keytool did not end");
    }
    if (process.exitValue() != 0) {
      throw new IOException("keytool failed: " + arguments);
    }
  }

  private static KeyStore store(Path keys) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keys)) {
      store.load(in, PASSWORD.toCharArray());
    }
    return store;
  }

  public ServerSocket listen() throws IOException, GeneralSecurityException {
    KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(store(keys), PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }
}
