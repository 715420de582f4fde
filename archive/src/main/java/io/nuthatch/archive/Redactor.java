package io.nuthatch.archive;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A {@link Redaction} at work. */
final class Redactor {

  private static final String FORM = "application/x-www-form-urlencoded";

  private final Redaction rules;
  private final Secrets secrets;
  private final List<String> headerNames;
  private final @Nullable Pattern parameters;
  private final List<byte[]> parameterNames;

  Redactor(Redaction rules) {
    this.rules = rules;
    this.secrets = new Secrets(rules.secrets());
    this.headerNames = List.copyOf(rules.headers());
    this.parameterNames = rules.parameters().stream()
        .map(name -> name.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.ISO_8859_1)).toList();
    this.parameters = rules.parameters().isEmpty()
        ? null
        : Pattern
            .compile("(^|[?&;])(" + rules.parameters().stream().map(Pattern::quote).collect(Collectors.joining("|"))
                + ")=[^&;#\\s\"'<>]*", Pattern.CASE_INSENSITIVE);
  }

  /** A URL or any other short text. */
  String text(String text) {
    return secrets.replaced(parameters(text));
  }

  byte[] block(byte[] block) {
    return secrets.in(block) ? secrets.replaced(block) : block;
  }

  /** A body that is in no coding. */
  Body body(Body body, SpoolFiles spool) throws IOException {
    if (secrets.isEmpty()) {
      return body;
    }
    try (InputStream content = body.open()) {
      if (secrets.copy(content, OutputStream.nullOutputStream()) == 0) {
        return body;
      }
    }
    try (InputStream content = body.open()) {
      return replaced(content, body, spool);
    }
  }

  HttpMessage request(HttpMessage request, SpoolFiles spool) throws IOException {
    HttpMessage clean = message(request, spool);
    if (clean.body() instanceof Body.InMemory memory && memory.length() > 0
        && clean.parsed().mediaType().equals(FORM)) {
      String form = new String(memory.bytes(), StandardCharsets.ISO_8859_1);
      String cleanForm = parameters(form);
      if (!cleanForm.equals(form)) {
        return HttpMessage.of(clean.parsed().withoutFraming(), cleanForm.getBytes(StandardCharsets.ISO_8859_1));
      }
    }
    return clean;
  }

  /** @param spool where a large body goes when it has to be rewritten */
  HttpMessage message(HttpMessage message, SpoolFiles spool) throws IOException {
    byte[] head = head(message.head());
    if (secrets.isEmpty() || message.body().length() == 0 || !inContent(message)) {
      return new HttpMessage(head, message.body());
    }
    byte[] unframed = HttpHead.parse(head, 0, head.length).withoutFramingAndCoding();
    return new HttpMessage(unframed, replacedContent(message, spool));
  }

  private boolean inContent(HttpMessage message) throws IOException {
    HttpHead head = message.parsed();
    if (message.body() instanceof Body.InMemory memory) {
      if (secrets.in(memory.bytes())) {
        return true;
      }
      if (!head.chunked() && head.contentCoding() == null) {
        return false;
      }
    }
    try (InputStream content = Decoded.content(head, message.body().open(), Redactor::ignored)) {
      return secrets.copy(content, OutputStream.nullOutputStream()) > 0;
    }
  }

  private Body replacedContent(HttpMessage message, SpoolFiles spool) throws IOException {
    try (InputStream content = Decoded.content(message.parsed(), message.body().open(), Redactor::ignored)) {
      return replaced(content, message.body(), spool);
    }
  }

  /** Kept where the original is: in memory or in a file. */
  private Body replaced(InputStream content, Body original, SpoolFiles spool) throws IOException {
    if (original instanceof Body.Spooled spooled) {
      Path clean = spool.besides(spooled.file());
      try (OutputStream out = Files.newOutputStream(clean)) {
        secrets.copy(content, out);
      }
      return Body.spooled(clean, 0, Files.size(clean));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    secrets.copy(content, out);
    return Body.of(out.toByteArray());
  }

  /** What is wrong with a body is found, and dealt with, when it is framed. */
  private static void ignored(String problem) {
    assert !problem.isEmpty();
  }

  /** The same array if there was nothing to replace. */
  byte[] head(byte[] head) {
    Fields fields = Fields.view(head, 0, head.length);
    if (!fields.hasAny(headerNames) && !hasParameter(head) && !secrets.in(head)) {
      return head;
    }
    String text = new String(head, StandardCharsets.ISO_8859_1);
    StringBuilder clean = new StringBuilder(text.length());
    boolean inSecretField = false;
    for (String line : text.split("(?<=\n)", -1)) {
      int colon = line.indexOf(':');
      boolean folded = line.startsWith(" ") || line.startsWith("\t");
      if (folded && inSecretField) {
        continue;
      }
      inSecretField = !folded && colon > 0 && rules.headers().contains(line.substring(0, colon).trim());
      clean.append(inSecretField ? line.substring(0, colon) + ": " + Redaction.MARKER + "\r\n" : parameters(line));
    }
    String replaced = secrets.replaced(clean.toString());
    return replaced.equals(text) ? head : replaced.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Whether the name of a parameter to be redacted stands before an equals sign; cheaper than the pattern. */
  private boolean hasParameter(byte[] bytes) {
    for (int i = 1; i < bytes.length; i++) {
      if (bytes[i] == '=') {
        for (byte[] name : parameterNames) {
          if (endsWith(bytes, i, name)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static boolean endsWith(byte[] bytes, int end, byte[] name) {
    int start = end - name.length;
    if (start < 0) {
      return false;
    }
    for (int i = name.length - 1; i >= 0; i--) {
      if (Character.toLowerCase(bytes[start + i]) != name[i]) {
        return false;
      }
    }
    return true;
  }

  private String parameters(String text) {
    if (parameters == null || !hasParameter(text.getBytes(StandardCharsets.ISO_8859_1))) {
      return text;
    }
    Matcher matcher = parameters.matcher(text);
    return matcher.replaceAll("$1$2=" + Redaction.MARKER);
  }
}
