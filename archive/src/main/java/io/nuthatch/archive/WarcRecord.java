package io.nuthatch.archive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One record of a WARC. Its header can be kept; its block is read once, and only until the reader goes on to the next
 * record.
 */
public final class WarcRecord {

  private static final String HTTP = "application/http";

  private final Path file;
  private final Place place;
  private final int within;
  private final boolean whole;
  private final String version;
  private final Fields header;
  private final BlockInput block;
  private final Consumer<String> problems;
  private @Nullable HttpHead http;
  private boolean started;

  /** Where a record was found. */
  record Found(Path file, Place place, int within, boolean whole) {
  }

  WarcRecord(Found found, String version, Fields header, BlockInput block, Consumer<String> problems) {
    file = found.file;
    place = found.place;
    within = found.within;
    whole = found.whole;
    this.version = version;
    this.header = header;
    this.block = block;
    this.problems = problems;
  }

  public Path file() {
    return file;
  }

  public Place place() {
    return place;
  }

  /** Which record of its gzip member, from 0; other than 0 only in files where several share one. */
  public int within() {
    return within;
  }

  /** Whether all of it is there; if not, the reader has told the damage. */
  public boolean whole() {
    return whole;
  }

  /** Such as {@code 1.1}. */
  public String version() {
    return version;
  }

  public Fields header() {
    return header;
  }

  /** Such as {@code response}; empty if it does not say. */
  public String type() {
    return header.first("WARC-Type", "");
  }

  /** Without angle brackets; empty if it does not say. */
  public String id() {
    return bare(header.first("WARC-Record-ID", ""));
  }

  public @Nullable String target() {
    String target = header.first("WARC-Target-URI");
    return target == null ? null : bare(target);
  }

  /** Null if there is none that can be read. */
  public @Nullable Instant date() {
    String date = header.first("WARC-Date", "");
    try {
      return Instant.parse(date);
    } catch (DateTimeException e) {
      return withOffset(date);
    }
  }

  private static @Nullable Instant withOffset(String date) {
    try {
      return OffsetDateTime.parse(date).toInstant();
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** Of its block, as the header says. */
  public long contentLength() {
    return header.number("Content-Length");
  }

  /** The media type of its block, as the header says. */
  public String contentType() {
    return header.first("Content-Type", "");
  }

  /** The block as it was stored; instead of {@link #http}, {@link #body} and {@link #payload}. */
  public InputStream block() {
    if (started) {
      throw ArchiveException.caller("the block of a record is read once: " + file + " at offset " + place.offset());
    }
    started = true;
    return block;
  }

  /** The head of the HTTP message in the block; null if there is none. */
  public @Nullable HttpHead http() {
    if (!started && contentType().startsWith(HTTP)) {
      started = true;
      try {
        http = block.head();
      } catch (IOException e) {
        throw ArchiveException.io("reading", file, e);
      }
      if (http == null) {
        problems.accept("the head of the HTTP message does not end");
      }
    }
    return http;
  }

  /** What follows the head as it was transferred; the whole block where that is not HTTP. */
  public InputStream body() {
    return http() == null ? wholeBlock() : block;
  }

  /** The content: without transfer coding and content coding, as far as it came. */
  public InputStream payload() {
    HttpHead head = http();
    if (head == null) {
      return wholeBlock();
    }
    try {
      return Decoded.content(head, block, problems);
    } catch (IOException e) {
      throw ArchiveException.io("reading", file, e);
    }
  }

  private InputStream wholeBlock() {
    started = true;
    return block;
  }

  /** What is read of the block from now on also goes into a digest. */
  void digestInto(MessageDigest digest) {
    block.digestInto(digest);
  }

  private static String bare(String text) {
    return text.startsWith("<") && text.endsWith(">") ? text.substring(1, text.length() - 1) : text;
  }

  @Override
  public String toString() {
    return type() + " " + target() + " in " + file + " at offset " + place.offset();
  }
}
