package io.nuthatch.harvest.engine;

import io.nuthatch.archive.Body;
import io.nuthatch.archive.Exchange;
import io.nuthatch.archive.HttpMessage;
import io.nuthatch.archive.Truncation;
import io.nuthatch.harvest.HarvestException;
import io.nuthatch.harvest.capture.Capture;
import io.nuthatch.harvest.capture.Heads;
import io.nuthatch.model.NuthatchException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Captures as the archive takes them. */
final class Exchanges {

  private static final long LARGEST_IN_MEMORY = 8 << 20;

  private Exchanges() {
  }

  /** Hands the exchange on; a large body is in a file until {@code to} returns. */
  static void with(Capture capture, Consumer<Exchange> to) {
    try (InputStream body = capture.body()) {
      if (capture.bodyLength() <= LARGEST_IN_MEMORY) {
        to.accept(exchange(capture, Body.of(body.readAllBytes())));
        return;
      }
      Path file = Files.createTempFile("nuthatch-body", null);
      try {
        long length = Files.copy(body, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        to.accept(exchange(capture, Body.spooled(file, 0, length)));
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new HarvestException(Kind.TRANSIENT, "the body of " + capture.uri().getHost() + " cannot be read again: "
          + e.getMessage(), e);
    } catch (UncheckedIOException e) {
      throw new HarvestException(Kind.TRANSIENT, "the body of " + capture.uri().getHost() + " cannot be read again: "
          + e.getMessage(), e);
    }
  }

  private static Exchange exchange(Capture capture, Body body) {
    return Exchange
        .of(capture.uri().toString(), capture.at(), request(capture), new HttpMessage(capture.responseHead(), body))
        .withServer(capture.peer()).withTruncated(truncation(capture.truncated()));
  }

  /** The request, cut where its body begins. */
  static HttpMessage request(Heads heads) {
    byte[] bytes = heads.request();
    int end = headEnd(bytes);
    return HttpMessage.of(Arrays.copyOf(bytes, end), Arrays.copyOfRange(bytes, end, bytes.length));
  }

  private static int headEnd(byte[] bytes) {
    for (int i = 3; i < bytes.length; i++) {
      if (bytes[i] == '\n' && bytes[i - 1] == '\r' && bytes[i - 2] == '\n' && bytes[i - 3] == '\r') {
        return i + 1;
      }
    }
    return bytes.length;
  }

  private static @Nullable Truncation truncation(@Nullable String why) {
    return why == null ? null : Truncation.valueOf(why.toUpperCase(Locale.ROOT));
  }
}
