package io.nuthatch.queue.embedded;

import io.nuthatch.queue.JobId;
import io.nuthatch.queue.Message;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message as the data of a job. Format 1: a byte 1, the length of the routing key (2), the key in UTF-8, when it
 * expires (8, milliseconds since 1970, 0 for never), the body.
 *
 * <p>Also the note that a message expires: its id (16), then the queue's name.
 */
record Envelope(Message message, long expiresAtMillis) {

  private static final byte FORMAT = 1;
  private static final int ID_BYTES = 16;

  byte[] write() {
    byte[] key = message.routingKey().getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(11 + key.length + message.body().length).put(FORMAT).putShort((short) key.length)
        .put(key).putLong(expiresAtMillis).put(message.body()).array();
  }

  static Envelope read(byte[] data) {
    ByteBuffer in = ByteBuffer.wrap(data);
    if (in.get() != FORMAT) {
      throw new IllegalStateException("a message of format " + data[0] + "; this program reads " + FORMAT);
    }
    byte[] key = new byte[in.getShort()];
    in.get(key);
    long expires = in.getLong();
    byte[] body = new byte[in.remaining()];
    in.get(body);
    return new Envelope(Message.of(new String(key, StandardCharsets.UTF_8), body), expires);
  }

  @Nullable
  Instant expiresAt() {
    return expiresAtMillis == 0 ? null : Instant.ofEpochMilli(expiresAtMillis);
  }

  boolean expired(long now) {
    return expiresAtMillis != 0 && expiresAtMillis <= now;
  }

  /** A note whose id is yet to be filled in. */
  static byte[] note(String queue) {
    byte[] name = queue.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(ID_BYTES + name.length).put(ID_BYTES, name).array();
  }

  static void fillIn(byte[] note, JobId message) {
    ByteBuffer.wrap(note).putLong(message.dueMillis()).putLong(message.sequence());
  }

  static JobId notedId(byte[] note) {
    ByteBuffer in = ByteBuffer.wrap(note);
    return new JobId(in.getLong(), in.getLong());
  }

  static String notedQueue(byte[] note) {
    return new String(note, ID_BYTES, note.length - ID_BYTES, StandardCharsets.UTF_8);
  }
}
