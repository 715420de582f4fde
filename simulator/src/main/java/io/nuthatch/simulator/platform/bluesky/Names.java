package io.nuthatch.simulator.platform.bluesky;

import io.nuthatch.simulator.people.Account;
import io.nuthatch.simulator.people.Moment;
import io.nuthatch.simulator.people.Post;
import io.nuthatch.simulator.people.Snowflake;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How AT Protocol names accounts, records and contents, such that each name leads back to what it names. */
final class Names {

  /*
   * DID. Behind did:plc: stand 24 letters, 120 bits. The first 32 are the account's id, the others a digest of it, which
   * is how a name that was never given is known.
   *
   * Record key. 13 letters that sort by time: microseconds of the epoch above ten bits, here of the account. With the
   * account, which stands before it in a record's address, the time is all that a post's id is made of.
   *
   * Content id. Version 1, DAG-CBOR, SHA-256, written in base 32.
   */

  static final String POST = "app.bsky.feed.post";
  static final String REPOST = "app.bsky.feed.repost";

  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz234567";
  private static final String SORTED_LETTERS = "234567abcdefghijklmnopqrstuvwxyz";
  private static final String PLC = "did:plc:";
  private static final String HOST = ".bsky.social";
  private static final Pattern ADDRESS = Pattern
      .compile("at://([^/]+)/(app\\.bsky\\.feed\\.(?:re)?post)/([2-7a-z]{13})");

  private Names() {
  }

  static String did(long accountId) {
    byte[] digest = sha256("account " + accountId);
    ByteBuffer name = ByteBuffer.allocate(15).putInt((int) accountId).put(digest, 0, 11);
    return PLC + base32(name.array(), LETTERS, 24);
  }

  static String handle(Account account) {
    return account.screenName().toLowerCase(Locale.ROOT).replace('_', '-') + HOST;
  }

  /** The account that a DID or a handle names. */
  static Optional<Account> account(String actor, Moment moment) {
    if (actor.startsWith(PLC) && actor.length() == PLC.length() + 24) {
      long id = number(actor.substring(PLC.length(), PLC.length() + 7), LETTERS) >> 3;
      return moment.account(id).filter(account -> did(id).equals(actor));
    }
    return actor.endsWith(HOST)
        ? moment.account(actor.substring(0, actor.length() - HOST.length()).replace('-', '_'))
        : Optional.empty();
  }

  static String recordKey(Post post) {
    return recordKey(post.origin(), post.authorId());
  }

  static String recordKey(long origin, long authorId) {
    long micros = Snowflake.millis(origin) * 1_000;
    return base32(BigInteger.valueOf(micros << 10 | (authorId & 1023)), 13, SORTED_LETTERS);
  }

  static String uri(Post post) {
    return "at://" + did(post.authorId()) + "/" + collection(post) + "/" + recordKey(post);
  }

  static String collection(Post post) {
    return post.kind() == Post.Kind.RETWEET ? REPOST : POST;
  }

  /** The post at an address, in its latest version, if it can be seen. */
  static Optional<Post> post(String uri, Moment moment) {
    Matcher matcher = ADDRESS.matcher(uri);
    return !matcher.matches()
        ? Optional.empty()
        : account(matcher.group(1), moment).flatMap(account -> {
          long millis = (number(matcher.group(3), SORTED_LETTERS) >> 10) / 1_000;
          return moment.latest(Snowflake.first(Instant.ofEpochMilli(millis)) | account.number());
        }).filter(post -> matcher.group(3).equals(recordKey(post)) && matcher.group(2).equals(collection(post)));
  }

  static String cid(String content) {
    return "b" + base32(ByteBuffer.allocate(36).put(new byte[]{1, 0x71, 0x12, 0x20}).put(sha256(content)).array(),
        LETTERS, 58);
  }

  /** The name of a file. */
  static String blob(long mediaId) {
    return "b" + base32(
        ByteBuffer.allocate(36).put(new byte[]{1, 0x55, 0x12, 0x20}).put(sha256("media " + mediaId)).array(), LETTERS,
        58);
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Bytes from the left, the last letter filled up with zeros. */
  private static String base32(byte[] bytes, String letters, int length) {
    return base32(new BigInteger(1, bytes).shiftLeft(length * 5 - bytes.length * 8), length, letters);
  }

  private static String base32(BigInteger number, int length, String letters) {
    char[] text = new char[length];
    for (int i = length - 1; i >= 0; i--) {
      text[i] = letters.charAt(number.intValue() & 31);
      number = number.shiftRight(5);
    }
    return new String(text);
  }

  private static long number(String text, String letters) {
    long number = 0;
    for (int i = 0; i < text.length(); i++) {
      number = number << 5 | Math.max(0, letters.indexOf(text.charAt(i)));
    }
    return number;
  }
}
