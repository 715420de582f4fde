package io.nuthatch.archive;

import static io.nuthatch.archive.Samples.PROVENANCE;
import static io.nuthatch.archive.Samples.START;
import static io.nuthatch.archive.Samples.bytes;
import static io.nuthatch.archive.Samples.chunked;
import static io.nuthatch.archive.Samples.gzip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedactionTest {

  private static final String SECRET = "s3cr3t/To+ken==";
  private static final String ENCODED = "s3cr3t%2FTo%2Bken%3D%3D";

  @TempDir
  Path root;

  private SealedWarc written(Exchange... exchanges) {
    try (Archive archive = Samples.archive(root); OpenWarc warc = archive.create(PROVENANCE)) {
      warc.redact(Redaction.standard().withSecrets(Set.of(SECRET)));
      for (Exchange exchange : exchanges) {
        warc.append(exchange);
      }
      warc.append(
          Resource.of("wss://x.example/?api_key=signature-value", START, "text/plain", bytes("says " + SECRET)));
      warc.append(Metadata.fields(null, START, Map.of("note", "uses " + SECRET)));
      return warc.seal();
    }
  }

  /** Everything that is in the file, without any compression, and its indexes. */
  private static String everything(SealedWarc warc) throws IOException {
    StringBuilder all = new StringBuilder(Files.readString(Cdxj.of(warc.path())));
    try (InputStream in = new GZIPInputStream(Files.newInputStream(warc.path()))) {
      all.append(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1));
    }
    Samples.records(warc.path()).forEach(all::append);
    return all.toString();
  }

  private static void clean(String text) {
    assertThat(text).contains(Redaction.MARKER).doesNotContainIgnoringCase("s3cr3t").doesNotContain("cookie-value",
        "basic-value", "signature-value");
  }

  @Test
  void secrets_areNowhereInTheFile() throws IOException {
    String url = "https://api.example/2/x?access_token=signature-value&q=a&k=" + ENCODED;
    HttpMessage request = HttpMessage.of(bytes("POST /2/x?access_token=signature-value&k=" + ENCODED
        + " HTTP/1.1\r\nHost: api.example\r\nauthorization: Basic basic-value\r\nCookie: a=cookie-value;\r\n b=cookie-value\r\n"
        + "Content-Type: application/x-www-form-urlencoded\r\nX-Other: " + SECRET + "\r\n\r\n"),
        bytes("client_secret=signature-value&x=1"));
    HttpMessage response = Samples.response(bytes("{\"token\":\"s3cr3t\\/To+ken==\",\"more\":\"" + SECRET + "\"}"),
        "Set-Cookie: id=cookie-value", "Location: https://x.example/?oauth_token=signature-value",
        "Content-Length: 49");
    SealedWarc warc = written(Exchange.of(url, START, request, response));
    String all = everything(warc);
    clean(all);
    assertThat(all).contains("q=a", "x=1", "\"more\":\"nuthatch-redacted\"", "authorization: nuthatch-redacted");
    JwarcValidation.accepts(warc.path());
  }

  @Test
  void secretInCodedBody_isFoundAndTheBodyStoredPlain() throws IOException {
    byte[] content = bytes("a".repeat(70_000) + SECRET + "b".repeat(70_000));
    SealedWarc warc = written(
        Exchange.responseOnly("https://x.example/1", START, Samples.response(gzip(content), "Content-Encoding: gzip")),
        Exchange.responseOnly("https://x.example/2", START,
            Samples.response(chunked(content, 13), "Transfer-Encoding: chunked")),
        Exchange.responseOnly("https://x.example/3", START, new HttpMessage(
            Samples.response(content).head(),
            Body.spooled(Files.write(root.resolve("s"), content), 0, content.length))));
    clean(everything(warc));
    assertThat(Samples.records(warc.path())).filteredOn(text -> text.startsWith("response"))
        .allMatch(text -> text.endsWith("a".repeat(70_000) + Redaction.MARKER + "b".repeat(70_000)));
    JwarcValidation.accepts(warc.path());
    try (var left = Files.list(root)) {
      assertThat(left.filter(file -> file.toString().endsWith(".spool"))).isEmpty();
    }
  }

  @Test
  void bodyWithoutSecrets_staysAsItCame() throws IOException {
    byte[] body = chunked(gzip(bytes("nothing here")), 5);
    SealedWarc warc = written(Exchange.responseOnly("https://x.example/1", START,
        Samples.response(body, "Transfer-Encoding: chunked", "Content-Encoding: gzip")));
    assertThat(everything(warc)).contains(new String(body, StandardCharsets.ISO_8859_1)).contains("nothing here");
  }

  @Test
  void shortSecret_isRefused() {
    assertThatThrownBy(() -> Redaction.standard().withSecrets(Set.of("abc"))).isInstanceOf(ArchiveException.class);
    assertThat(Redaction.standard().withSecrets(Set.of(SECRET)).toString()).doesNotContain(SECRET);
  }
}
