package io.nuthatch.simulator.platform.web;

import io.nuthatch.simulator.platform.Reply;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.SplittableRandom;

/** Something that can be fetched, computed from its key. Not a record, because its body is an array. */
final class Content {

  private static final int MOST_BYTES = 64 << 20;
  private static final String PLAYLIST = """
      #EXTM3U
      #EXT-X-VERSION:7
      #EXT-X-TARGETDURATION:6
      #EXTINF:6.0,
      0.mp4
      #EXT-X-ENDLIST
      """;
  private static final int MOST_PIXELS = 4_096;
  private static final Instant OLDEST = Instant.parse("2015-01-01T00:00:00Z");
  private static final int TEN_YEARS = 10 * 365 * 86_400;

  private final String type;
  private final byte[] body;
  private final Instant modified;

  Content(String type, byte[] body, Instant modified) {
    this.type = type;
    this.body = body;
    this.modified = modified;
  }

  /** What the key stands for at an address, whose name says the type and whose options say the size. */
  static Content of(String key, Address address) {
    SplittableRandom random = random(key);
    Instant modified = OLDEST.plusSeconds(random.nextInt(TEN_YEARS));
    String name = address.segments().getLast();
    return switch (name.replaceFirst(".*[.@]", "")) {
      case "jpg", "jpeg" -> new Content("image/jpeg", Jpeg.encode(picture(address, random)), modified);
      case "png" -> new Content("image/png", Png.encode(picture(address, random)), modified);
      case "mp4" -> new Content("video/mp4", film(address.option("bytes", 300_000, MOST_BYTES), random), modified);
      case "mp3" -> new Content("audio/mpeg",
          Silence.encode(address.option("bytes", 480_000, MOST_BYTES), random.nextLong()), modified);
      case "bin" -> new Content("application/octet-stream",
          noise(address.option("bytes", 10_000, MOST_BYTES), random), modified);
      case "m3u8" -> new Content("application/vnd.apple.mpegurl", PLAYLIST.getBytes(StandardCharsets.UTF_8), modified);
      case "txt" -> new Content("text/plain; charset=utf-8",
          Page.text(address.option("bytes", 1_000, MOST_BYTES), random).getBytes(StandardCharsets.UTF_8), modified);
      default -> new Content("text/html; charset=utf-8",
          new Page(address, random).html(address.option("bytes", 2_000, MOST_BYTES)).getBytes(StandardCharsets.UTF_8),
          modified);
    };
  }

  String type() {
    return type;
  }

  byte[] body() {
    return body;
  }

  Instant modified() {
    return modified;
  }

  String etag() {
    return '"' + HexFormat.of().formatHex(digest(body), 0, 8) + '"';
  }

  Reply.Document reply() {
    return new Reply.Document(200, Map.of(), type, body);
  }

  /** The same numbers for the same key on every machine. */
  static SplittableRandom random(String key) {
    return new SplittableRandom(ByteBuffer.wrap(digest(key.getBytes(StandardCharsets.UTF_8))).getLong());
  }

  private static Picture picture(Address address, SplittableRandom random) {
    return new Picture(address.option("w", 1_200, MOST_PIXELS), address.option("h", 900, MOST_PIXELS),
        random.nextLong());
  }

  /** Boxes of an MP4 that holds noise in place of pictures. */
  private static byte[] film(int length, SplittableRandom random) {
    byte[] film = noise(Math.max(length, 32), random);
    ByteBuffer.wrap(film)
        .putInt(24)
        .put("ftypisom".getBytes(StandardCharsets.US_ASCII))
        .putInt(512)
        .put("isommp41".getBytes(StandardCharsets.US_ASCII))
        .putInt(film.length - 24)
        .put("mdat".getBytes(StandardCharsets.US_ASCII));
    return film;
  }

  private static byte[] noise(int length, SplittableRandom random) {
    byte[] noise = new byte[length];
    random.nextBytes(noise);
    return noise;
  }

  private static byte[] digest(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
